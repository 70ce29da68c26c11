/** Longer texts are refused without parsing. */
const MAX_TEXT_LENGTH = 64;

const NANOS_PER_MS = 1_000_000n;
const UNIT_NANOS: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00b5s', 1_000n], // micro sign
  ['\u03bcs', 1_000n], // Greek letter mu
  ['ms', NANOS_PER_MS],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);
/** 64 bits of nanoseconds, about 292 years: the limit of clients. */
const LIMIT_NANOS = 2n ** 63n;

/**
 * Parses a duration in the format of flags and configuration files: `1h30m`, `1.5s`, `100ms`, `-5m`, `0`.
 * @returns milliseconds, possibly with a fraction; undefined when it is not a duration, has no unit, or is beyond 292 years.
 */
export function parseDurationMs(text: string): number | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  const signed = text[0] === '-' || text[0] === '+';
  const body = signed ? text.slice(1) : text;
  if (body === '0') return 0;
  const nanos = sumParts(body);
  if (nanos === undefined || nanos >= LIMIT_NANOS || body === '') return undefined;
  const ms = toMs(nanos);
  return text[0] === '-' && ms !== 0 ? -ms : ms;
}

/** Every part is a number with a unit; they add up. */
function sumParts(text: string): bigint | undefined {
  let sum = 0n;
  for (let at = 0; at < text.length;) {
    const wholeEnd = endOfDigits(text, at);
    const whole = text.slice(at, wholeEnd);
    const fractionEnd = text[wholeEnd] === '.' ? endOfDigits(text, wholeEnd + 1) : wholeEnd;
    const fraction = text.slice(wholeEnd + 1, fractionEnd);
    if (whole === '' && fraction === '') return undefined;
    let unitEnd = fractionEnd;
    while (unitEnd < text.length && text[unitEnd] !== '.' && !isDigit(text[unitEnd])) unitEnd++;
    const unit = UNIT_NANOS.get(text.slice(fractionEnd, unitEnd));
    if (unit === undefined) return undefined;
    sum += (BigInt(whole + fraction) * unit) / 10n ** BigInt(fraction.length);
    at = unitEnd;
  }
  return sum;
}

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9';

const endOfDigits = (text: string, start: number): number => {
  let end = start;
  while (isDigit(text[end])) end++;
  return end;
};

const toMs = (nanos: bigint): number => Number(nanos / NANOS_PER_MS) + Number(nanos % NANOS_PER_MS) / 1e6;

/**
 * Formats a duration for `parseDurationMs`, in Go's format: `1h30m0s`, `1.5s`, `100ms`, `0s`.
 * @param ms milliseconds; rounded to nanoseconds.
 * @throws RangeError when `ms` is not finite: a bug of the caller.
 */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms)) throw new RangeError(`${ms} is not a duration`);
  const size = Math.abs(ms);
  const nanos = BigInt(Math.trunc(size)) * NANOS_PER_MS + BigInt(Math.round((size % 1) * 1e6));
  if (nanos === 0n) return '0s';
  return (ms < 0 ? '-' : '') + (nanos < 1_000_000_000n ? belowSecond(nanos) : fromSeconds(nanos));
}

function belowSecond(nanos: bigint): string {
  if (nanos < 1_000n) return `${nanos}ns`;
  if (nanos < NANOS_PER_MS) return `${decimal(nanos, 3)}\u00b5s`;
  return `${decimal(nanos, 6)}ms`;
}

/** From one second on, all smaller units are written: `1h0m0s`. */
function fromSeconds(nanos: bigint): string {
  const minutes = nanos / 60_000_000_000n;
  const seconds = `${decimal(nanos % 60_000_000_000n, 9)}s`;
  if (minutes === 0n) return seconds;
  return minutes < 60n ? `${minutes}m${seconds}` : `${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

/** `value` divided by 10^`places`, without trailing zeros. */
function decimal(value: bigint, places: number): string {
  const unit = 10n ** BigInt(places);
  let fraction = String(value % unit).padStart(places, '0');
  while (fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  return fraction === '' ? `${value / unit}` : `${value / unit}.${fraction}`;
}
