import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '@orch/apimachinery';

/** A decision and how long it is valid. */
export interface Decided<D> {
  readonly decision: D;
  /** Whether it is a refusal. Refusals have a separate cache: a client that makes up requests evicts only refusals. */
  readonly refused: boolean;
  /** Zero: not cached. Unit: milliseconds. */
  readonly ttlMs: number;
  /** Approximate memory. */
  readonly bytes: number;
}

/** Bounds of a decision cache. A decision that exceeds them alone is not cached. */
export interface DecisionLimits {
  readonly entries: number;
  /** Approximate. */
  readonly bytes: number;
}

interface CachedDecision<D> {
  readonly decision: D;
  /** Unit: milliseconds since 1970. */
  readonly untilMs: number;
  readonly ttlMs: number;
  readonly bytes: number;
}

type DecisionCache<D> = LRUCache<string, CachedDecision<D>>;

/** Default bounds of the cache of granted decisions. */
export const DECISION_LIMITS: DecisionLimits = { entries: 16_384, bytes: 16 * 1_048_576 };
const REFUSAL_LIMITS: DecisionLimits = { entries: 2_048, bytes: 2 * 1_048_576 };
/** Memory of a digest and its map entry. */
const ENTRY_BYTES = 200;

/**
 * Cached decisions of a slow service, with single flight: concurrent requests of a flow for the same decision share one call. Not those of several
 * flows: a call waits in the queue of the flow that makes it. Requests are not stored, only their HMAC digests under a key of this process: a request
 * may contain a token.
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
    this.granted = decisionCache(limits);
    this.refused = decisionCache(refusalLimits);
  }

  /**
   * The decision, without a promise when cached. An error of `ask` rejects all waiting calls and is not cached (D-060).
   * @param flow that `ask` is charged to.
   */
  get(question: string, flow: () => string, ask: () => Promise<Decided<D>>): D | Promise<D> {
    const digest = createHmac('sha256', this.key).update(question).digest('base64');
    const found = this.granted.get(digest) ?? this.refused.get(digest);
    const leftMs = found ? found.untilMs - this.clock.now() : 0;
    // More than the TTL: the clock was set back.
    if (found && leftMs > 0 && leftMs <= found.ttlMs) return found.decision;
    const call = `${digest} ${flow()}`;
    let pending = this.pending.get(call);
    if (!pending) {
      pending = this.ask(digest, ask).finally(() => this.pending.delete(call));
      this.pending.set(call, pending);
    }
    return pending;
  }

  /** Number of cached decisions. */
  get size(): number {
    return this.granted.size + this.refused.size;
  }

  private async ask(digest: string, ask: () => Promise<Decided<D>>): Promise<D> {
    const { decision, refused, ttlMs, bytes } = await ask();
    this.granted.delete(digest);
    this.refused.delete(digest);
    if (ttlMs > 0) {
      const cache = refused ? this.refused : this.granted;
      cache.set(digest, { decision, untilMs: this.clock.now() + ttlMs, ttlMs, bytes: bytes + ENTRY_BYTES });
    }
    return decision;
  }
}

const decisionCache = <D>({ entries, bytes }: DecisionLimits): DecisionCache<D> =>
  new LRUCache({ max: entries, maxSize: bytes, sizeCalculation: (cached) => cached.bytes });
