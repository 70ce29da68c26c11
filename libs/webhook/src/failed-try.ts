import type { Dispatcher } from 'undici';
import { WebhookError } from './webhook-error.js';

/** One try of a call that came to nothing. */
export interface FailedTry {
  readonly error: WebhookError;
  /** The same may go well a little later (D-062). */
  readonly retry: boolean;
  /** Pause that the service asks for. Unit: milliseconds. */
  readonly retryAfterMs?: number;
}

/** Codes of answers that may pass. Any other is one only with `Retry-After`. */
const PASSING: ReadonlySet<number> = new Set([429, 500, 504]);

/** What an answer means that is no success. Its body is not shown: it may repeat the question. */
export function failedAnswer(url: string, { statusCode, headers }: Dispatcher.ResponseData): FailedTry {
  const error = new WebhookError(`${url}: answered ${statusCode}`);
  const retryAfter = headers['retry-after'];
  if (retryAfter === undefined) return { error, retry: PASSING.has(statusCode) };
  // A date instead of seconds asks for a pause too: for our own.
  const seconds = Number(retryAfter);
  return { error, retry: true, ...(seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {}) };
}
