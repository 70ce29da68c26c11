import type { Random } from '@orch/apimachinery';

/** Tries of one call, the first one counted (D-062). */
export const RETRY_TRIES = 5;
const FIRST_MS = 500;
const FACTOR = 1.5;
/** Up to a fifth more, so that many callers do not come back at once. */
const JITTER = 0.2;

/** The pause after so many tries: 500 ms, half as much again each time. Unit: milliseconds. */
export const retryPauseMs = (tries: number, random: Random): number =>
  FIRST_MS * FACTOR ** (tries - 1) * (1 + JITTER * random());
