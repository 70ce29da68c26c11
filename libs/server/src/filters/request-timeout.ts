import { ApiError, quotedText } from '@orch/apimachinery';

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1, us: 1e-3, ns: 1e-6 };
const NUMBER = /^[-+]?\d+(?:\.\d+)?$/;
const DURATION = /^(?:\d+(?:\.\d+)?(?:h|ms|m|s|us|ns))+$/;
const PART = /(\d+(?:\.\d+)?)(h|ms|m|s|us|ns)/g;

/**
 * The query parameter `timeout`, such as `10s` or `1m30s`: it shortens the server's limit and never extends it (D-221).
 * @returns milliseconds; `limitMs` when it is absent or zero.
 * @throws ApiError BadRequest for a malformed value.
 */
export function requestTimeoutMs(timeout: string | null, limitMs: number): number {
  if (timeout === null || timeout === '' || timeout === '0') return limitMs;
  if (!DURATION.test(timeout)) {
    const why = NUMBER.test(timeout) ? 'missing unit in' : 'invalid';
    throw ApiError.badRequest(
      `invalid timeout specified in the request URL - time: ${why} duration ${quotedText(timeout)}`,
    );
  }
  let requestedMs = 0;
  for (const [, amount, unit] of timeout.matchAll(PART)) requestedMs += Number(amount) * UNIT_MS[unit!]!;
  return requestedMs === 0 ? limitMs : Math.min(requestedMs, limitMs);
}
