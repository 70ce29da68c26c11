/** Nodes of one zone that wait for a taint that evicts their pods, given out at a limited rate, one at a time. */
export class TaintQueue {
  private readonly waiting = new Set<string>();
  /** When the next one may be taken. */
  private nextMs = -Infinity;

  /** @param rate nodes per second. 0: none. */
  constructor(private rate: number) {}

  add(node: string): void {
    this.waiting.add(node);
  }

  remove(node: string): void {
    this.waiting.delete(node);
  }

  /** A new rate does not make up for nodes that the old one held back. */
  setRate(rate: number, nowMs: number): void {
    if (rate === this.rate) return;
    const isFree = this.rate > 0 && nowMs >= this.nextMs;
    this.rate = rate;
    this.nextMs = isFree ? nowMs : nowMs + this.intervalMs;
  }

  /** The node that has waited longest, which stays until it is removed; undefined when there is none or it may not be taken yet. */
  take(nowMs: number): string | undefined {
    const [first] = this.waiting;
    if (first === undefined || this.waitMs(nowMs) !== 0) return undefined;
    this.nextMs = nowMs + this.intervalMs;
    return first;
  }

  /** How long until a node may be taken. Undefined when none waits or none may be. */
  waitMs(nowMs: number): number | undefined {
    if (this.rate <= 0 || this.waiting.size === 0) return undefined;
    // A clock that was set back does not hold nodes longer than one interval.
    this.nextMs = Math.min(this.nextMs, nowMs + this.intervalMs);
    return Math.max(0, this.nextMs - nowMs);
  }

  private get intervalMs(): number {
    return this.rate > 0 ? 1_000 / this.rate : 0;
  }
}
