import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '@orch/apimachinery';
import { type DecisionLimits, DecisionCache } from './decision-cache.js';

/** What was decided, and how long that holds. */
export interface Decided<D> {
  readonly decision: D;
  /** Whether it is a no. Those have a room of their own: whoever makes up questions displaces nothing but them. */
  readonly refused: boolean;
  /** Zero: it is not kept. Unit: milliseconds. */
  readonly ttlMs: number;
  /** Memory it takes, about. */
  readonly bytes: number;
}

/** Of one of the rooms, unless another size is told. */
export const DECISION_LIMITS: DecisionLimits = { entries: 16_384, bytes: 16 * 1_048_576 };
const REFUSAL_LIMITS: DecisionLimits = { entries: 2_048, bytes: 2 * 1_048_576 };
/** Of a key and its place. */
const ENTRY_BYTES = 200;

/**
 * Decisions of somebody who takes long to ask: kept for a while, and asked for once however many want to know at the same time.
 * Questions are not kept, only digests under a key of this process: a question may hold a token.
 */
export class Decisions<D> {
  private readonly key = randomBytes(32);
  private readonly granted: DecisionCache<D>;
  private readonly refused: DecisionCache<D>;
  private readonly pending = new Map<string, Promise<D>>();

  constructor(
    private readonly clock: Clock,
    limits: DecisionLimits = DECISION_LIMITS,
    refusalLimits: DecisionLimits = REFUSAL_LIMITS,
  ) {
    this.granted = new DecisionCache(limits);
    this.refused = new DecisionCache(refusalLimits);
  }

  /** The decision: at once when it is kept. What `ask` throws is thrown to all who wait, and nothing is kept (D-060). */
  get(question: string, ask: () => Promise<Decided<D>>): D | Promise<D> {
    const digest = createHmac('sha256', this.key).update(question).digest('base64');
    const nowMs = this.clock.now();
    const found = this.granted.find(digest, nowMs) ?? this.refused.find(digest, nowMs);
    if (found) return found.decision;
    let pending = this.pending.get(digest);
    if (!pending) {
      pending = this.ask(digest, ask).finally(() => this.pending.delete(digest));
      this.pending.set(digest, pending);
    }
    return pending;
  }

  /** How many are kept. */
  get size(): number {
    return this.granted.size + this.refused.size;
  }

  private async ask(digest: string, ask: () => Promise<Decided<D>>): Promise<D> {
    const { decision, refused, ttlMs, bytes } = await ask();
    this.granted.forget(digest);
    this.refused.forget(digest);
    if (ttlMs > 0) {
      const room = refused ? this.refused : this.granted;
      room.keep(digest, { decision, until: this.clock.now() + ttlMs, bytes: bytes + ENTRY_BYTES });
    }
    return decision;
  }
}
