import type { Clock } from '@orch/apimachinery';

/** How long after its end a check holds for other claims. Unit: milliseconds. */
const HOLDS_MS = 5_000;

/** Names of the claims that pods of a namespace use, listed when some claims were being deleted already. */
interface Check {
  /** Uids of those claims. */
  readonly of: ReadonlySet<string>;
  readonly used: Promise<ReadonlySet<string>>;
  /** Undefined while it is listed. */
  endedMs: number | undefined;
}

/**
 * Lists of pods that many claims share: one request may delete thousands of claims, and each list has all pods of the namespace. What was listed after a claim was
 * being deleted has every pod that may use it, but those that were created since: the cache has them.
 */
export class ClaimChecks {
  /** The last of each namespace. */
  private readonly checks = new Map<string, Check>();

  /**
   * @param heldIn uids of the claims of a namespace that are being deleted.
   * @param usedIn lists the pods of a namespace.
   */
  constructor(
    private readonly clock: Clock,
    private readonly heldIn: (namespace: string) => readonly string[],
    private readonly usedIn: (namespace: string, signal: AbortSignal) => Promise<ReadonlySet<string>>,
  ) {}

  /** Whether a pod uses the claim, which is being deleted. */
  async isUsed(namespace: string, name: string, uid: string, signal: AbortSignal): Promise<boolean> {
    const earlier = this.checks.get(namespace);
    // A use is looked up again: it may have ended.
    if (earlier && this.holds(earlier) && earlier.of.has(uid) && !(await earlier.used).has(name)) return false;
    return (await this.check(namespace, uid, signal)).has(name);
  }

  private holds({ endedMs }: Check): boolean {
    return endedMs === undefined || this.clock.now() - endedMs < HOLDS_MS;
  }

  private async check(namespace: string, uid: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const of = new Set(this.heldIn(namespace)).add(uid);
    const check: Check = { of, used: this.usedIn(namespace, signal), endedMs: undefined };
    this.checks.set(namespace, check);
    try {
      return await check.used;
    } catch (error) {
      if (this.checks.get(namespace) === check) this.checks.delete(namespace);
      throw error;
    } finally {
      check.endedMs = this.clock.now();
      this.dropEnded();
    }
  }

  private dropEnded(): void {
    for (const [namespace, check] of this.checks) if (!this.holds(check)) this.checks.delete(namespace);
  }
}
