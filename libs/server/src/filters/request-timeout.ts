import { ApiError } from '@orch/apimachinery';

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1, us: 1e-3, ns: 1e-6 };
const DURATION = /^(?:\d+(?:\.\d+)?(?:h|ms|m|s|us|ns))+$/;
const PART = /(\d+(?:\.\d+)?)(h|ms|m|s|us|ns)/g;

/**
 * The query parameter `timeout`, such as `10s` or `1m30s`: it shortens the server's limit and never lengthens it (D-221).
 * @returns milliseconds; `limitMs` when there is none or it is zero.
 * @throws ApiError BadRequest when it cannot be read.
 */
export function requestTimeoutMs(timeout: string | null, limitMs: number): number {
  if (timeout === null || timeout === '' || timeout === '0') return limitMs;
  if (!DURATION.test(timeout)) {
    throw ApiError.badRequest(
      `invalid timeout specified in the request URL: ${JSON.stringify(timeout)}: use a duration such as 10s`,
    );
  }
  let asked = 0;
  for (const [, amount, unit] of timeout.matchAll(PART)) asked += Number(amount) * UNIT_MS[unit!]!;
  return asked === 0 ? limitMs : Math.min(asked, limitMs);
}
