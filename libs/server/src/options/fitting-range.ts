import { ValidateBy } from 'class-validator';
import { ServiceRangeError } from '@orch/admission';

/** Valid when `parse` accepts the value; else the message is that of the parser's error. */
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
