import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { DEFAULT_TOKEN_SECONDS, type TokenRequest } from './token-request.types.js';

const LEAST_SECONDS = 600;
const MOST_SECONDS = 2 ** 32;

/** D-037. */
export function validateTokenRequest({ spec }: TokenRequest): FieldError[] {
  const seconds = spec?.expirationSeconds ?? DEFAULT_TOKEN_SECONDS;
  const path = FieldPath.of('spec', 'expirationSeconds');
  if (seconds < LEAST_SECONDS) {
    return [fieldError.invalid(path, seconds, 'may not specify a duration less than 10 minutes')];
  }
  if (seconds > MOST_SECONDS) {
    return [fieldError.invalid(path, seconds, 'may not specify a duration larger than 2^32 seconds')];
  }
  return [];
}
