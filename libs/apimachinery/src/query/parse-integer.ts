import { ApiError } from '../status/api-error.js';
import { quotedText } from '../field/quoted-text.js';

const INTEGER = /^[-+]?[0-9]+$/;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const MAX_SHOWN = 64;

/**
 * A decimal integer of 64 bits, of a query parameter; beyond 2^53 it is rounded.
 * @throws ApiError BadRequest with the message of Go.
 */
export function parseInteger(text: string): number {
  const isInteger = INTEGER.test(text);
  const fits = isInteger && text.length <= MAX_SHOWN && isInt64(BigInt(text));
  if (fits) return Number(text);
  const shown = quotedText(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text);
  throw ApiError.badRequest(
    `strconv.ParseInt: parsing ${shown}: ${isInteger ? 'value out of range' : 'invalid syntax'}`,
  );
}

const isInt64 = (value: bigint): boolean => value >= MIN_INT64 && value <= MAX_INT64;
