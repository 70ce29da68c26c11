import { ExpressionError } from './expression-error.js';

/** Cost limit of one evaluation. Unit: about one operation, some 50 ns: the worst expression ends within 30 ms of CPU time. */
const COST_LIMIT = 300_000;
/** Characters that cost as much as one operation. */
const CHARACTERS_PER_UNIT = 8;
/** Creating an error captures a stack trace, which takes up to a hundred microseconds. */
const ERROR_COST = 1_500;

/**
 * Counts the cost of an evaluation, and aborts it at the limit. Loops and logical operators of CEL swallow errors and
 * continue, so the caller must call `end` to check the limit.
 */
export class CostMeter {
  private readonly exhausted = new ExpressionError('costs too much to evaluate');
  private left = COST_LIMIT;
  private lastError: unknown;
  /** Cached sizes of lists and maps, so that shared values are walked once. */
  private sizes = new Map<object, number>();

  /** @throws ExpressionError when the budget is used up, on every call until `begin`. */
  charge(cost: number): void {
    this.left -= cost;
    if (!(this.left >= 0)) throw this.exhausted;
  }

  /** Charges for a propagating error, once. @throws ExpressionError when the budget is used up. */
  chargeError(error: unknown): void {
    if (error === this.lastError) return;
    this.lastError = error;
    this.charge(ERROR_COST);
  }

  /** Starts a new evaluation. */
  begin(): void {
    this.left = COST_LIMIT;
    this.sizes.clear();
  }

  /** Ends an evaluation, and releases its values. @throws ExpressionError when it exceeded the cost limit. */
  end(): void {
    const spent = !(this.left >= 0);
    this.sizes.clear();
    this.lastError = undefined;
    if (spent) throw this.exhausted;
  }

  /** Cost of visiting a value with all its descendants. */
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
