import { ExpressionError } from './expression-error.js';

/** What one evaluation may cost. Unit: about the cost of one operation, some 50 ns: the worst expression ends within 30 ms of CPU time. */
const COST_LIMIT = 300_000;
/** Characters that cost as much as one operation. */
const CHARACTERS_PER_UNIT = 8;
/** An error knows where it was made: that takes up to a hundred microseconds. */
const ERROR_COST = 1_500;

/**
 * Counts what an evaluation costs, and ends it when that is too much. Loops and logical operators of the language swallow errors and
 * go on, so whoever evaluates asks at the end whether all was spent.
 */
export class CostMeter {
  private readonly exhausted = new ExpressionError('costs too much to evaluate');
  private left = COST_LIMIT;
  private lastError: unknown;
  /** Sizes of lists and maps: one that holds another many times is not walked as often. */
  private sizes = new Map<object, number>();

  /** @throws ExpressionError when nothing is left, now and ever after until `begin`. */
  charge(cost: number): void {
    this.left -= cost;
    if (!(this.left >= 0)) throw this.exhausted;
  }

  /** For an error on its way up, once. @throws ExpressionError when nothing is left. */
  chargeError(error: unknown): void {
    if (error === this.lastError) return;
    this.lastError = error;
    this.charge(ERROR_COST);
  }

  /** For a new evaluation. */
  begin(): void {
    this.left = COST_LIMIT;
    this.sizes.clear();
  }

  /** Ends an evaluation, and lets go of its values. @throws ExpressionError when it cost too much. */
  end(): void {
    const spent = !(this.left >= 0);
    this.sizes.clear();
    this.lastError = undefined;
    if (spent) throw this.exhausted;
  }

  /** What it costs to look at a whole value, with all that it holds. */
  sizeOf(value: unknown): number {
    if (typeof value === 'string' || value instanceof Uint8Array) return 1 + value.length / CHARACTERS_PER_UNIT;
    if (typeof value !== 'object' || value === null) return 1;
    const known = this.sizes.get(value);
    if (known !== undefined) return known;
    let size = 1;
    for (const part of partsOf(value)) size += this.sizeOf(part);
    this.sizes.set(value, size);
    return size;
  }
}

function partsOf(value: object): Iterable<unknown> {
  if (Array.isArray(value)) return value;
  if (value instanceof Map) return [...value].flat();
  return Object.getPrototypeOf(value) === Object.prototype ? Object.entries(value).flat() : [];
}
