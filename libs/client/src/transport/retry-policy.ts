import { ApiError } from '@orch/apimachinery';
import type { Method } from './api-request.js';
import type { Backoff, BackoffOptions } from './backoff.js';
import { TransportError } from '../errors/transport-error.js';

/** Attempts of one call, the first one counted. */
export const RETRY_ATTEMPTS = 5;

export const RETRY_BACKOFF: BackoffOptions = { firstMs: 100, maxMs: 10_000 };

/** A server that asks for a longer pause than this is answered with its own error. Unit: milliseconds. */
export const RETRY_LONGEST_WAIT_MS = 30_000;

/**
 * Whether the same request may be sent again. 429 refuses before anything is done, so any method may. 503 and a broken
 * connection may come after the work: only methods that bear repetition.
 */
export function isRetryable(method: Method, failure: unknown): boolean {
  if (failure instanceof ApiError) {
    const wishedMs = (failure.details?.retryAfterSeconds ?? 0) * 1000;
    if (wishedMs > RETRY_LONGEST_WAIT_MS) return false;
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

/** The pause before the next attempt: our own growing one, or the server's wish where that is longer. */
export function pauseBeforeRetryMs(failure: unknown, backoff: Backoff): number {
  const ownMs = backoff.next();
  const wishedSeconds = failure instanceof ApiError ? failure.details?.retryAfterSeconds : undefined;
  return Math.max(ownMs, (wishedSeconds ?? 0) * 1000);
}
