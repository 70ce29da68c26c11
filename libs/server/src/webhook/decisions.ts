import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '@orch/apimachinery';

/** What was decided, and how long that holds. */
export interface Decided<D> {
  readonly decision: D;
  /** Zero: it is not kept. Unit: milliseconds. */
  readonly ttlMs: number;
  /** Memory it takes, about. */
  readonly bytes: number;
}

interface Kept<D> {
  readonly decision: D;
  readonly until: number;
  readonly bytes: number;
}

/** Most decisions that are kept, and most memory they take. Those asked for longest ago go first. */
export interface DecisionLimits {
  readonly entries: number;
  readonly bytes: number;
}

const DEFAULT_LIMITS: DecisionLimits = { entries: 16_384, bytes: 16 * 1_048_576 };
/** Of a key and its place. */
const ENTRY_BYTES = 200;

/**
 * Decisions of somebody who takes long to ask: kept for a while, and asked for once however many want to know at the same time.
 * Questions are not kept, only digests under a key of this process: a question may hold a token.
 */
export class Decisions<D> {
  private readonly key = randomBytes(32);
  private readonly kept = new Map<string, Kept<D>>();
  private readonly pending = new Map<string, Promise<D>>();
  private bytes = 0;

  constructor(
    private readonly clock: Clock,
    private readonly limits: DecisionLimits = DEFAULT_LIMITS,
  ) {}

  /** The decision: at once when it is kept. What `ask` throws is thrown to all who wait, and nothing is kept (D-060). */
  get(question: string, ask: () => Promise<Decided<D>>): D | Promise<D> {
    const digest = createHmac('sha256', this.key).update(question).digest('base64');
    const found = this.kept.get(digest);
    if (found && found.until > this.clock.now()) {
      this.kept.delete(digest);
      this.kept.set(digest, found); // the youngest now
      return found.decision;
    }
    let pending = this.pending.get(digest);
    if (!pending) {
      pending = this.ask(digest, ask).finally(() => this.pending.delete(digest));
      this.pending.set(digest, pending);
    }
    return pending;
  }

  /** How many are kept. */
  get size(): number {
    return this.kept.size;
  }

  private async ask(digest: string, ask: () => Promise<Decided<D>>): Promise<D> {
    const { decision, ttlMs, bytes } = await ask();
    this.forget(digest);
    if (ttlMs > 0) this.keep(digest, { decision, until: this.clock.now() + ttlMs, bytes: bytes + ENTRY_BYTES });
    return decision;
  }

  private keep(digest: string, kept: Kept<D>): void {
    this.kept.set(digest, kept);
    this.bytes += kept.bytes;
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= this.limits.entries && this.bytes <= this.limits.bytes) return;
      this.forget(oldest);
    }
  }

  private forget(digest: string): void {
    const kept = this.kept.get(digest);
    if (!kept) return;
    this.kept.delete(digest);
    this.bytes -= kept.bytes;
  }
}
