import {
  BINARY_SUFFIXES,
  DECIMAL_SUFFIXES,
  LARGEST_BINARY_NANOS,
  NANOS_PER_UNIT,
  SMALLEST_DECIMAL_EXPONENT,
  type QuantityFormat,
} from './quantity-notation.js';

/** Longer texts are refused without parsing; the canonical text of every accepted amount is shorter. */
const MAX_TEXT_LENGTH = 80;

/** Largest accepted exponent, positive or negative; bounds the size of the integers. */
const MAX_EXPONENT = 60;

/** 10^60 in any notation, so that the canonical text can be parsed again. */
const LARGEST_NANOS = 10n ** BigInt(MAX_EXPONENT) * NANOS_PER_UNIT;

interface Scale {
  readonly format: QuantityFormat;
  /** Multiplier in units of 10^`power10`. */
  readonly multiplier: bigint;
  readonly power10: number;
}

const SCALES: ReadonlyMap<string, Scale> = new Map<string, Scale>([
  ...BINARY_SUFFIXES.slice(1).map((suffix, i): [string, Scale] => [
    suffix,
    { format: 'binary', multiplier: 1024n ** BigInt(i + 1), power10: 0 },
  ]),
  ...DECIMAL_SUFFIXES.map((suffix, i): [string, Scale] => [
    suffix,
    { format: 'decimal', multiplier: 1n, power10: SMALLEST_DECIMAL_EXPONENT + 3 * i },
  ]),
]);

/** @returns undefined when `text` is not a quantity or beyond the limits above. */
export function parseQuantity(text: string): { nanos: bigint; format: QuantityFormat } | undefined {
  if (text.length === 0 || text.length > MAX_TEXT_LENGTH) return undefined;
  let at = 0;
  const negative = text[0] === '-';
  if (negative || text[0] === '+') at++;

  const whole = digitsFrom(text, at);
  at += whole.length;
  let fraction = '';
  if (text[at] === '.') {
    fraction = digitsFrom(text, at + 1);
    at += 1 + fraction.length;
  }
  if (whole === '' && fraction === '') return undefined;

  const scale = readScale(text.slice(at));
  if (!scale) return undefined;
  const magnitude = toNanos(BigInt(whole + fraction) * scale.multiplier, scale.power10 - fraction.length);
  if (magnitude > LARGEST_NANOS) return undefined;
  const capped = scale.format === 'binary' && magnitude > LARGEST_BINARY_NANOS ? LARGEST_BINARY_NANOS : magnitude;
  return { nanos: negative ? -capped : capped, format: scale.format };
}

/** `value` times 10^`power10` in nanos, rounded up. */
function toNanos(value: bigint, power10: number): bigint {
  const shift = power10 - SMALLEST_DECIMAL_EXPONENT;
  if (shift >= 0) return value * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  return (value + divisor - 1n) / divisor;
}

function readScale(suffix: string): Scale | undefined {
  const known = SCALES.get(suffix);
  if (known) return known;
  if (suffix[0] !== 'e' && suffix[0] !== 'E') return undefined;
  const signed = suffix[1] === '-' || suffix[1] === '+';
  const digits = suffix.slice(signed ? 2 : 1);
  if (digits === '' || digitsFrom(digits, 0) !== digits) return undefined;
  const exponent = suffix[1] === '-' ? -Number(digits) : Number(digits);
  if (Math.abs(exponent) > MAX_EXPONENT) return undefined;
  return { format: 'exponent', multiplier: 1n, power10: exponent };
}

const NUMBER_AND_SUFFIX = /^[-+]?(?=\.?[0-9])[0-9]*(?:\.[0-9]*)?([eEinumkKMGTP]+[-+]?[0-9]*)$/;

/** Whether `text` is a number with a suffix of the right letters that is none: `1Tk`, `2Ti9`. */
export function hasUnknownSuffix(text: string): boolean {
  const suffix = text.length > MAX_TEXT_LENGTH ? undefined : NUMBER_AND_SUFFIX.exec(text)?.[1];
  return suffix !== undefined && readScale(suffix) === undefined;
}

function digitsFrom(text: string, start: number): string {
  let end = start;
  while (end < text.length && text[end]! >= '0' && text[end]! <= '9') end++;
  return text.slice(start, end);
}
