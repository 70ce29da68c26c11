const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
const PART = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/y;

/**
 * Reads `1h30m`, `1.5s`, `250ms`, `0`, `-1s`.
 * @returns milliseconds, fractional where the text is finer; undefined when it is not a duration (a bare number has no unit).
 */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  const negative = text.startsWith('-');
  const body = negative ? text.slice(1) : text;
  if (body === '') return undefined;
  let totalMs = 0;
  PART.lastIndex = 0;
  while (PART.lastIndex < body.length) {
    const part = PART.exec(body);
    if (!part) return undefined;
    totalMs += Number(part[1]) * (UNIT_MS[part[2] ?? ''] ?? NaN);
  }
  return negative && totalMs !== 0 ? -totalMs : totalMs;
}
