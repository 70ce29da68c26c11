import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';

/** Tokens live at least ten minutes and at most 2^32 seconds (A-403, C-201, C-204). */
const SHORTEST = 600;
const LONGEST = 2 ** 32;

/** Seconds until a token of a service account expires; absent passes. */
export function validateTokenLife(path: FieldPath, seconds: number | undefined): FieldError[] {
  if (seconds === undefined || (seconds >= SHORTEST && seconds <= LONGEST)) return [];
  const bound = seconds < SHORTEST ? 'less than 10 minutes' : 'larger than 2^32 seconds';
  return [fieldError.invalid(path, seconds, `may not specify a duration ${bound}`)];
}
