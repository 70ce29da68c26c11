import { ValidateBy } from 'class-validator';

/** Whether something was written: not left out, and not empty. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Holds when none of these fields stands beside it: they are other ways to say the same, or belong to another way. */
export const doesNotGoWith = (...fields: readonly string[]): PropertyDecorator => {
  const besideIt = (entry: object): string | undefined =>
    fields.find((field) => (entry as Record<string, unknown>)[field] !== undefined);
  return ValidateBy({
    name: 'doesNotGoWith',
    validator: {
      validate: (_value, args) => besideIt(args?.object ?? {}) === undefined,
      defaultMessage: (args) => `does not go with ${besideIt(args?.object ?? {}) ?? ''}: leave one of them out`,
    },
  });
};
