import { ApiError } from '@orch/apimachinery';
import type { Filter } from '@orch/http';
import { requestTimeoutMs } from './request-timeout.js';

const RETRY_AFTER_SECONDS = 1;

/**
 * Ends a request that is not done in time with 504 and fires its signal (D-220). Watches are exempt. A request answered
 * at once never sets a timer.
 */
export const deadline =
  (limitMs: number): Filter =>
  (next) =>
  (request) => {
    if (request.isLongRunning) return next(request);
    // Only a query can shorten it; no query, no parsing.
    const ms = request.url.includes('timeout=') ? requestTimeoutMs(request.query.get('timeout'), limitMs) : limitMs;
    const result = next(request);
    if (!(result instanceof Promise)) return;
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        const late = ApiError.timeout('request did not complete within the allotted timeout', RETRY_AFTER_SECONDS);
        request.abort(late);
        reject(late);
      }, ms);
      result.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  };
