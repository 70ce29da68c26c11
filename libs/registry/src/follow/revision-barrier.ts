import type { Clock } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';

/** Poll interval for the delivered revision of the store while there are waiters. */
const POLL_MS = 10;

interface Waiter {
  readonly revision: Revision;
  readonly wake: () => void;
}

/**
 * Tracks the newest applied revision and wakes waiters for a revision. While it is closed, all wait: the cache is being
 * loaded.
 */
export class RevisionBarrier {
  private current: Revision = 0;
  /** No waiter passes before this revision. */
  private opensAt: Revision = Infinity;
  private readonly waiting = new Set<Waiter>();
  /** Revision that wakes the first of them. */
  private lowest: Revision = Infinity;
  private polling = false;

  /**
   * @param deliveredRevision up to which the store has delivered all events, for a store with revisions without an event, such as the
   * first revision of a new history. Called only while the barrier is not closed.
   */
  constructor(
    private readonly clock: Clock,
    private readonly deliveredRevision?: () => Revision,
  ) {}

  get revision(): Revision {
    return this.current;
  }

  get isOpen(): boolean {
    return this.current >= this.opensAt;
  }

  close(): void {
    this.opensAt = Infinity;
  }

  /** Opens the barrier once this revision is reached. */
  resumeAt(revision: Revision): void {
    this.opensAt = revision;
    this.wake();
  }

  advance(revision: Revision): void {
    if (revision <= this.current) return;
    this.current = revision;
    this.wake();
  }

  /** Resolves with true at `revision`, with false after `timeoutMs`. Default: no timeout. */
  waitFor(revision: Revision, timeoutMs?: number): Promise<boolean> {
    this.poll();
    if (this.passes(revision)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const waiter = {
        revision,
        wake: () => {
          cancel?.();
          resolve(true);
        },
      };
      const late = (): void => {
        this.waiting.delete(waiter);
        resolve(false);
      };
      const cancel = timeoutMs === undefined ? undefined : this.clock.setTimer(late, timeoutMs);
      this.waiting.add(waiter);
      this.lowest = Math.min(this.lowest, revision);
      this.schedulePoll();
    });
  }

  private passes(revision: Revision): boolean {
    return this.isOpen && revision <= this.current;
  }

  /** Each change comes here, while thousands may wait for a revision far ahead. */
  private wake(): void {
    if (!this.passes(this.lowest)) return;
    const due: Waiter[] = [];
    this.lowest = Infinity;
    for (const waiter of this.waiting) {
      if (this.passes(waiter.revision)) due.push(waiter);
      else this.lowest = Math.min(this.lowest, waiter.revision);
    }
    for (const waiter of due) this.waiting.delete(waiter);
    for (const { wake } of due) wake();
  }

  private poll(): void {
    if (this.deliveredRevision && this.opensAt !== Infinity) this.advance(this.deliveredRevision());
  }

  private schedulePoll(): void {
    if (!this.deliveredRevision || this.polling) return;
    this.polling = true;
    this.clock.setTimer(() => {
      this.polling = false;
      this.poll();
      if (this.waiting.size > 0) this.schedulePoll();
    }, POLL_MS);
  }
}
