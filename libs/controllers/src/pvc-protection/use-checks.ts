import type { Clock } from '@orch/apimachinery';
import type { HasMetadata } from '@orch/client';

/** How long after its end a check holds for other objects. Unit: milliseconds. */
const HOLDS_MS = 5_000;

/** A list of the users of objects, begun when some of these were being deleted already. */
interface Check<U> {
  /** Uids of those objects. */
  readonly of: ReadonlySet<string>;
  readonly users: Promise<U>;
  /** Undefined while it is listed. */
  endedMs: number | undefined;
}

/**
 * Lists of users that many objects share: one request may delete thousands of claims, with their volumes, and each list has all pods of the namespace, or all claims. What
 * was listed after an object was being deleted has everything that may use it, but what was created since: the cache has that.
 */
export class UseChecks<U> {
  /** The last of each namespace, while it holds: a list has the users of a whole namespace. */
  private readonly checks = new Map<string, Check<U>>();

  /**
   * @param heldIn uids of the objects of a namespace that are being deleted.
   * @param usersIn lists what may use the objects of a namespace.
   */
  constructor(
    private readonly clock: Clock,
    private readonly heldIn: (namespace: string) => readonly string[],
    private readonly usersIn: (namespace: string, signal: AbortSignal) => Promise<U>,
  ) {}

  /** Lists that are kept. */
  get size(): number {
    return this.checks.size;
  }

  /** Whether an object is used, which is being deleted. @param isUsedBy whether it is among what these use. */
  async isUsed(
    { metadata: { namespace = '', uid = '' } }: HasMetadata,
    isUsedBy: (users: U) => boolean,
    signal: AbortSignal,
  ): Promise<boolean> {
    const earlier = this.checks.get(namespace);
    // A use is looked up again: it may have ended.
    if (earlier && this.holds(earlier) && earlier.of.has(uid) && !isUsedBy(await earlier.users)) return false;
    return isUsedBy(await this.check(namespace, uid, signal));
  }

  private holds({ endedMs }: Check<U>): boolean {
    return endedMs === undefined || this.clock.now() - endedMs < HOLDS_MS;
  }

  private async check(namespace: string, uid: string, signal: AbortSignal): Promise<U> {
    const of = new Set(this.heldIn(namespace)).add(uid);
    const check: Check<U> = { of, users: this.usersIn(namespace, signal), endedMs: undefined };
    this.checks.set(namespace, check);
    const drop = (): void => {
      if (this.checks.get(namespace) === check) this.checks.delete(namespace);
    };
    try {
      return await check.users;
    } catch (error) {
      drop();
      throw error;
    } finally {
      check.endedMs = this.clock.now();
      this.clock.setTimer(drop, HOLDS_MS);
    }
  }
}
