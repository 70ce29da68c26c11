/** Least and most of a size or a cost. `UNBOUNDED` is the largest. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** Largest unsigned integer of 64 bits, nearly: where sums and products end. */
export const UNBOUNDED = 2 ** 64;

const capped = (value: number): number => Math.min(value, UNBOUNDED);

export const fixed = (value: number): Range => ({ min: value, max: value });
export const ZERO = fixed(0);
export const UNKNOWN: Range = { min: 0, max: UNBOUNDED };

export const add = (...ranges: readonly Range[]): Range => ({
  min: capped(ranges.reduce((sum, { min }) => sum + min, 0)),
  max: capped(ranges.reduce((sum, { max }) => sum + max, 0)),
});
export const multiply = (a: Range, b: Range): Range => ({ min: capped(a.min * b.min), max: capped(a.max * b.max) });
/** Multiplied by a factor and rounded up. */
export const scale = (range: Range, factor: number): Range => ({
  min: capped(Math.ceil(range.min * factor)),
  max: capped(Math.ceil(range.max * factor)),
});
export const union = (a: Range, b: Range): Range => ({ min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) });
