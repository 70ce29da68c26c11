import { ApiError } from '@orch/apimachinery';
import type { Method } from './api-request.js';
import type { Backoff, BackoffOptions } from './backoff.js';
import { TransportError } from '../errors/transport-error.js';

/** Attempts of one call, including the first. */
export const RETRY_ATTEMPTS = 5;

export const RETRY_BACKOFF: BackoffOptions = { firstMs: 100, maxMs: 10_000 };

/** With a longer `Retry-After` the call is not retried and fails with the server's error. Unit: milliseconds. */
export const RETRY_LONGEST_WAIT_MS = 30_000;

/** Maximum delay that a server can ask a watch for, which is retried however long it takes. Unit: milliseconds. */
const MAX_RETRY_AFTER_MS = 300_000;

/**
 * Whether the same request may be sent again. 429 is sent before any processing, so any method may. 503 and a broken
 * connection may follow the processing: idempotent methods only.
 */
export function isRetryable(method: Method, failure: unknown): boolean {
  if (failure instanceof ApiError) {
    const retryAfterMs = (failure.details?.retryAfterSeconds ?? 0) * 1000;
    if (retryAfterMs > RETRY_LONGEST_WAIT_MS) return false;
    if (failure.reason === 'TooManyRequests') return true;
    return (
      failure.reason === 'ServiceUnavailable' &&
      failure.details?.retryAfterSeconds !== undefined &&
      IDEMPOTENT.has(method)
    );
  }
  return failure instanceof TransportError && failure.code === 'Interrupted' && method === 'GET';
}

const IDEMPOTENT: ReadonlySet<Method> = new Set<Method>(['GET', 'PUT', 'DELETE']);

/** The delay before the next attempt: the backoff, or `Retry-After` where that is longer, up to five minutes. */
export function pauseBeforeRetryMs(failure: unknown, backoff: Backoff): number {
  const ownMs = backoff.next();
  const wishedSeconds = failure instanceof ApiError ? failure.details?.retryAfterSeconds : undefined;
  return Math.max(ownMs, Math.min((wishedSeconds ?? 0) * 1000, MAX_RETRY_AFTER_MS));
}
