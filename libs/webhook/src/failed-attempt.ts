import type { Dispatcher } from 'undici';
import { WebhookError } from './webhook-error.js';

/** A failed attempt of a call. */
export interface FailedAttempt {
  readonly error: WebhookError;
  /** Whether a retry may succeed (D-062). */
  readonly retry: boolean;
  /** Delay from `Retry-After`. Unit: milliseconds. */
  readonly retryAfterMs?: number;
}

/** Status codes that are retried. Any other is retried only with `Retry-After`. */
const RETRIABLE: ReadonlySet<number> = new Set([429, 500, 504]);

/** Classifies a response without success. Its body is not shown: it may repeat the request. */
export function failedAnswer(url: string, { statusCode, headers }: Dispatcher.ResponseData): FailedAttempt {
  const error = new WebhookError(`${url}: answered ${statusCode}`);
  const retryAfter = headers['retry-after'];
  if (retryAfter === undefined) return { error, retry: RETRIABLE.has(statusCode) };
  // With a date instead of seconds, the usual backoff applies.
  const seconds = Number(retryAfter);
  return { error, retry: true, ...(seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {}) };
}
