import { ApiError } from '@orch/apimachinery';
import { type Filter, setRequestTimer } from '@orch/http';
import { requestTimeoutMs } from './request-timeout.js';

const RETRY_AFTER_SECONDS = 1;

/**
 * Ends a request that exceeds its timeout with 504 and aborts its signal (D-220). Watches are exempt. A request
 * answered synchronously sets no timer.
 */
export const deadline =
  (limitMs: number): Filter =>
  (next) =>
  (request) => {
    if (request.isLongRunning) return next(request);
    // Only the query can shorten it: skip parsing without one.
    const ms = request.url.includes('timeout=') ? requestTimeoutMs(request.query.get('timeout'), limitMs) : limitMs;
    const result = next(request);
    if (!(result instanceof Promise)) return;
    return new Promise<void>((resolve, reject) => {
      const end = (): void => {
        const late = ApiError.timeout('request did not complete within the allotted timeout', RETRY_AFTER_SECONDS);
        request.abort(late);
        reject(late);
      };
      const cancel = setRequestTimer(request.raw, end, ms);
      result.then(resolve, reject).finally(cancel);
    });
  };
