import { formatQuantity } from './quantity-format.js';
import { parseQuantity } from './quantity-parse.js';
import { NANOS_PER_UNIT, type QuantityFormat } from './quantity-notation.js';

/**
 * An amount of a resource (`500m`, `1Gi`, `1e9`), exact to the nano. Immutable.
 * Keeps its notation, so that it is formatted with the same family of suffixes.
 * Source: C-180.
 */
export class Quantity {
  static readonly zero = new Quantity(0n, 'decimal');

  private constructor(
    private readonly nanos: bigint,
    private readonly format: QuantityFormat,
  ) {}

  /**
   * Parses `1024Mi`, `0.5`, `-2k`, `1e9`. Digits below a nano are rounded away from zero, so that a small request
   * never becomes zero.
   * @returns undefined when the text is not a quantity, longer than 80 characters, beyond 10^60, or has an exponent above 60.
   */
  static parse(text: string): Quantity | undefined {
    const parsed = parseQuantity(text);
    return parsed && new Quantity(parsed.nanos, parsed.format);
  }

  /** Negative when this is less than `other`, 0 when equal whatever the notation (`1024Mi` and `1Gi`). */
  compare(other: Quantity): -1 | 0 | 1 {
    return this.nanos < other.nanos ? -1 : this.nanos > other.nanos ? 1 : 0;
  }

  get sign(): -1 | 0 | 1 {
    return this.compare(Quantity.zero);
  }

  /** The sum, in the notation of this; zero takes that of `other`. */
  add(other: Quantity): Quantity {
    return new Quantity(this.nanos + other.nanos, this.nanos === 0n ? other.format : this.format);
  }

  /** The difference, in the notation `add` would choose. */
  sub(other: Quantity): Quantity {
    return new Quantity(this.nanos - other.nanos, this.nanos === 0n ? other.format : this.format);
  }

  /** The amount without a fraction; undefined when it has one. */
  get integer(): bigint | undefined {
    return this.nanos % NANOS_PER_UNIT === 0n ? this.nanos / NANOS_PER_UNIT : undefined;
  }

  /** The nearest double, for display and metrics only: not exact beyond 53 bits. */
  toNumber(): number {
    return Number(this.nanos / NANOS_PER_UNIT) + Number(this.nanos % NANOS_PER_UNIT) / Number(NANOS_PER_UNIT);
  }

  /** Canonical text: no fraction, the largest suffix that stays whole. */
  toString(): string {
    return formatQuantity(this.nanos, this.format);
  }

  toJSON(): string {
    return this.toString();
  }
}

/**
 * The stored form of a quantity: `1024Mi` is `1Gi`, `0.5` is `500m`, `1000m` is `1`.
 * @returns undefined when `text` is not a quantity (C-180 answers 400).
 */
export const canonicalQuantity = (text: string): string | undefined => {
  const parsed = parseQuantity(text);
  return parsed && formatQuantity(parsed.nanos, parsed.format);
};
