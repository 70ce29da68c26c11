import { ApiError, parseDurationMs, quotedText } from '@orch/apimachinery';

const NUMBER = /^[-+]?\d+(?:\.\d+)?$/;

/**
 * The query parameter `timeout`, such as `10s` or `1m30s`: it shortens the server's limit and never extends it (D-221).
 * @returns milliseconds; `limitMs` when it is absent, zero or negative.
 * @throws ApiError BadRequest for a malformed value.
 */
export function requestTimeoutMs(timeout: string | null, limitMs: number): number {
  if (timeout === null || timeout === '') return limitMs;
  const requestedMs = parseDurationMs(timeout);
  if (requestedMs === undefined) {
    const why = NUMBER.test(timeout) ? 'missing unit in' : 'invalid';
    throw ApiError.badRequest(
      `invalid timeout specified in the request URL - time: ${why} duration ${quotedText(timeout)}`,
    );
  }
  return requestedMs <= 0 ? limitMs : Math.min(requestedMs, limitMs);
}
