/** Time in which the use of a connection decays to half. Unit: milliseconds. */
const HALF_LIFE_MS = 10_000;
/** Use that a new connection starts with, as of one long step: one that is older and used little goes first. Unit: milliseconds. */
const FIRST_USE_MS = 5;

/** Time that the steps of one connection took of late. The connection holds it, so that nothing is left of closed ones. */
export class RecentUse {
  private logarithm: number;

  constructor(nowMs: number) {
    this.logarithm = Math.log2(FIRST_USE_MS) + nowMs / HALF_LIFE_MS;
  }

  /**
   * Less for connections that used less: the binary logarithm of the milliseconds, plus the number of half-lives until now. The use of all connections halves at the same time,
   * so this changes only with a step.
   */
  get order(): number {
    return this.logarithm;
  }

  /** A step took this time. */
  charge(ms: number, nowMs: number): void {
    const halfLives = nowMs / HALF_LIFE_MS;
    this.logarithm = Math.log2(2 ** (this.logarithm - halfLives) + ms) + halfLives;
  }
}
