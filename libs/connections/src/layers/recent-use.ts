/** Time in which the use of a connection decays to half. Unit: milliseconds. */
const HALF_LIFE_MS = 10_000;
/** Use that a new connection starts with, as of one long step or a few requests: one that is older and used little goes first. */
const FIRST_USE = 5;

/** What one connection used of late: the milliseconds of its steps, or its requests. The connection holds it, so that nothing is left of closed ones. */
export class RecentUse {
  private logarithm: number;

  constructor(nowMs: number) {
    this.logarithm = Math.log2(FIRST_USE) + nowMs / HALF_LIFE_MS;
  }

  /**
   * Less for connections that used less: the binary logarithm of the use, plus the number of half-lives until now. The use of all connections halves at the same time,
   * so this changes only with a charge, and never gets less.
   */
  get order(): number {
    return this.logarithm;
  }

  /** @param use since the last charge: milliseconds of a step, or requests. */
  charge(use: number, nowMs: number): void {
    const halfLives = nowMs / HALF_LIFE_MS;
    this.logarithm = Math.log2(2 ** (this.logarithm - halfLives) + use) + halfLives;
  }
}
