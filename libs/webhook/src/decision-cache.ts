/** Most that is kept, and most memory it takes. */
export interface DecisionLimits {
  readonly entries: number;
  /** About. */
  readonly bytes: number;
}

interface Kept<D> {
  readonly decision: D;
  /** Unit: milliseconds since 1970. */
  readonly until: number;
  readonly bytes: number;
}

/** Where decisions are kept. When there are too many, those asked for longest ago go first. */
export class DecisionCache<D> {
  private readonly kept = new Map<string, Kept<D>>();
  private bytes = 0;

  constructor(private readonly limits: DecisionLimits) {}

  get size(): number {
    return this.kept.size;
  }

  /** The decision that still holds; it is the one asked for last then. */
  find(digest: string, nowMs: number): Kept<D> | undefined {
    const found = this.kept.get(digest);
    if (!found || found.until <= nowMs) return undefined;
    this.kept.delete(digest);
    this.kept.set(digest, found);
    return found;
  }

  /** Keeps what is not there yet. */
  keep(digest: string, kept: Kept<D>): void {
    this.kept.set(digest, kept);
    this.bytes += kept.bytes;
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= this.limits.entries && this.bytes <= this.limits.bytes) return;
      this.forget(oldest);
    }
  }

  forget(digest: string): void {
    const kept = this.kept.get(digest);
    if (!kept) return;
    this.kept.delete(digest);
    this.bytes -= kept.bytes;
  }
}
