import {
  BINARY_SUFFIXES,
  DECIMAL_SUFFIXES,
  NANOS_PER_UNIT,
  SMALLEST_DECIMAL_EXPONENT,
  type QuantityFormat,
} from './quantity-notation.js';

/** Canonical text of an amount: `0`, or a whole number with the largest suffix that loses no digit. */
export function formatQuantity(nanos: bigint, format: QuantityFormat): string {
  if (nanos === 0n) return '0';
  return format === 'binary' && fitsBinary(nanos) ? formatBinary(nanos / NANOS_PER_UNIT) : formatDecimal(nanos, format);
}

/** Small or fractional amounts would lose digits or look odd with binary suffixes: they are written decimal. */
const fitsBinary = (nanos: bigint): boolean => {
  const size = nanos < 0n ? -nanos : nanos;
  return size >= 1024n * NANOS_PER_UNIT && nanos % NANOS_PER_UNIT === 0n;
};

function formatBinary(units: bigint): string {
  let rest = units;
  let step = 0;
  while (step < BINARY_SUFFIXES.length - 1 && rest % 1024n === 0n) {
    rest /= 1024n;
    step++;
  }
  return `${rest}${BINARY_SUFFIXES[step]}`;
}

function formatDecimal(nanos: bigint, format: QuantityFormat): string {
  // Above the last suffix the number itself grows (`1000E`); a power of ten has no such end.
  const lastStep = format === 'exponent' ? Infinity : DECIMAL_SUFFIXES.length - 1;
  let rest = nanos;
  let step = 0;
  while (step < lastStep && rest % 1000n === 0n) {
    rest /= 1000n;
    step++;
  }
  if (format !== 'exponent') return `${rest}${DECIMAL_SUFFIXES[step]}`;
  const exponent = SMALLEST_DECIMAL_EXPONENT + 3 * step;
  return exponent === 0 ? `${rest}` : `${rest}e${exponent}`;
}
