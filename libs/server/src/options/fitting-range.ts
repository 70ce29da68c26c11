import { ValidateBy } from 'class-validator';
import { ServiceRangeError } from '@orch/admission';

/** Holds when `parse` takes the value; else the message is what it says. */
export const fittingRange = <T>(parse: (value: T) => unknown): PropertyDecorator =>
  ValidateBy({
    name: 'fittingRange',
    validator: {
      validate: (value: T) => faultOf(parse, value) === undefined,
      defaultMessage: (args) => faultOf(parse, args?.value as T) ?? '',
    },
  });

function faultOf<T>(parse: (value: T) => unknown, value: T): string | undefined {
  try {
    parse(value);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceRangeError) return error.message;
    throw error;
  }
}
