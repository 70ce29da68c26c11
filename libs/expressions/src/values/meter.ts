/** The evaluation was aborted: it costs more than its limit. */
export class CostExceeded extends Error {
  override readonly name = 'CostExceeded';
  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
}

/** Work that takes as long as one unit of cost. */
const WORK_PER_COST = 10;
const EXCEEDED = new CostExceeded();

/**
 * Counts the cost of one evaluation and aborts it at the limit.
 *
 * *Cost* is what the reference server counts: about one operation, 50 ns there. Some operations are cheap for it and
 * slow here, or slow everywhere but counted as one (the size of a long string, equality of deep values, large results).
 * These are also counted as *work*: about one character, element or instruction of a pattern, some 10 ns.
 */
export class Meter {
  private cost = 0;
  private worked = 0;
  private readonly workLimit: number;

  constructor(private readonly limit: number) {
    this.workLimit = limit * WORK_PER_COST;
  }

  /** @throws CostExceeded. */
  charge(cost: number): void {
    this.cost += cost;
    if (!(this.cost <= this.limit)) throw EXCEEDED;
  }

  /** Must be called before the work is done. @throws CostExceeded. */
  work(amount: number): void {
    this.worked += amount;
    if (!(this.worked <= this.workLimit)) throw EXCEEDED;
  }

  /** Cost that is left for an evaluation within this one. */
  get left(): number {
    return this.limit - this.spent;
  }

  /** Cost so far, which a budget for several evaluations is reduced by. */
  get spent(): number {
    return Math.max(this.cost, Math.ceil(this.worked / WORK_PER_COST));
  }
}
