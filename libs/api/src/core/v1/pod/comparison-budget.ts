/** Pairs of files or ports that are compared for one pod: enough for 60 of each. */
const PAIRS = 2_000;

/**
 * Bounds comparisons of each item with all before it, and the warnings they make: pods may have thousands of files and
 * ports, and warnings are advice. What is beyond is not compared.
 */
export class ComparisonBudget {
  private left = PAIRS;

  /** The first items that may still be compared with another one. They are counted. */
  take<T>(items: readonly T[]): readonly T[] {
    const taken = items.length <= this.left ? items : items.slice(0, this.left);
    this.left -= taken.length;
    return taken;
  }

  /** Nothing is compared any more. */
  get isSpent(): boolean {
    return this.left === 0;
  }
}
