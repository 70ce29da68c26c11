import { ValidateBy } from 'class-validator';

/** Whether the field is set and not empty. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Valid when none of these fields is set too: they are alternatives, or belong to one. */
export const doesNotGoWith = (...fields: readonly string[]): PropertyDecorator => {
  const conflictingField = (entry: object): string | undefined =>
    fields.find((field) => (entry as Record<string, unknown>)[field] !== undefined);
  return ValidateBy({
    name: 'doesNotGoWith',
    validator: {
      validate: (_value, args) => conflictingField(args?.object ?? {}) === undefined,
      defaultMessage: (args) => `does not go with ${conflictingField(args?.object ?? {}) ?? ''}: leave one of them out`,
    },
  });
};
