import type { Random } from '@orch/apimachinery';

/** Attempts of one call, including the first (D-062). */
export const RETRY_TRIES = 5;
/** Default of the first pause. */
const FIRST_MS = 500;
const FACTOR = 1.5;
/** Adds up to a fifth, so that many callers do not retry at once. */
const JITTER = 0.2;

/** Exponential backoff after the given number of attempts: the first pause, times 1.5 for each further one. Unit: milliseconds. */
export const retryPauseMs = (tries: number, random: Random, firstMs = FIRST_MS): number =>
  firstMs * FACTOR ** (tries - 1) * (1 + JITTER * random());
