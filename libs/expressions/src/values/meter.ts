/** The evaluation was aborted: it costs more than its limit. */
export class CostExceeded extends Error {
  override readonly name = 'CostExceeded';
  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
}

/** Counts work before it is done. */
export interface WorkCounter {
  /** @throws CostExceeded. */
  work(amount: number): void;
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
export class Meter implements WorkCounter {
  private cost = 0;
  private worked = 0;
  private checks = 0;
  /** Of evaluations within this one that are complete. */
  private readonly inner = { cost: 0, checks: 0 };
  private readonly workLimit: number;

  /** @param withChecks limit of the cost with that of authorization checks, which is high for hardly any time here. Default: `limit`. */
  constructor(
    private limit: number,
    private readonly withChecks = limit,
  ) {
    this.workLimit = limit * WORK_PER_COST;
  }

  /** @throws CostExceeded. */
  charge(cost: number): void {
    this.cost += cost;
    if (!(this.cost <= this.limit)) throw EXCEEDED;
  }

  /** Charges an authorization check. @throws CostExceeded. */
  chargeCheck(cost: number): void {
    this.checks += cost;
    this.limit = Math.min(this.limit + cost, Math.max(this.limit, this.withChecks));
    this.charge(cost);
  }

  /** Charges an evaluation within this one. @throws CostExceeded. */
  chargeInner({ spent, spentOnChecks }: Meter): void {
    this.inner.cost += spent;
    this.inner.checks += spentOnChecks;
    if (spentOnChecks > 0) this.chargeCheck(spentOnChecks);
    this.charge(spent - spentOnChecks);
  }

  /** The evaluation will be repeated: it has cost nothing but the evaluations within it, whose results are kept. */
  suspend(): void {
    ({ cost: this.cost, checks: this.checks } = this.inner);
    this.worked = 0;
  }

  /** Must be called before the work is done. @throws CostExceeded. */
  work(amount: number): void {
    this.worked += amount;
    if (!(this.worked <= this.workLimit)) throw EXCEEDED;
  }

  /** A meter for an evaluation within this one; undefined: nothing is left. */
  within(): Meter | undefined {
    const left = this.limit - this.spent;
    return left > 0 ? new Meter(left, this.withChecks - this.spent) : undefined;
  }

  /** Cost so far, which a budget for several evaluations is reduced by. */
  get spent(): number {
    return Math.max(this.cost, Math.ceil(this.worked / WORK_PER_COST));
  }

  /** Part of it that authorization checks cost. */
  get spentOnChecks(): number {
    return this.checks;
  }
}
