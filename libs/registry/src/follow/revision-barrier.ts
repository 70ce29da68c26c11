import type { Clock } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';

/** While somebody waits, it is asked so often how far the store has told of itself. */
const LOOK_MS = 10;

interface Waiter {
  readonly revision: Revision;
  readonly wake: () => void;
}

/**
 * Knows the newest applied revision and wakes those who wait for one. Closed, it lets nobody through: what is in memory is being
 * loaded.
 */
export class RevisionBarrier {
  private current: Revision = 0;
  /** Nobody passes before this one. */
  private opensAt: Revision = Infinity;
  private waiting: Waiter[] = [];
  private looking = false;

  /**
   * @param told up to where the store has told of all changes, for one with revisions that change nothing and bring no event: such as
   * the beginning of a new history. Asked only while the gate is not closed.
   */
  constructor(
    private readonly clock: Clock,
    private readonly told?: () => Revision,
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

  /** Lets through again those whose revision was reached, from this one on. */
  resumeAt(revision: Revision): void {
    this.opensAt = revision;
    this.wake();
  }

  advance(revision: Revision): void {
    if (revision <= this.current) return;
    this.current = revision;
    this.wake();
  }

  /** Resolves with true at `revision`, with false after `timeoutMs`. Default: it waits as long as it takes. */
  waitFor(revision: Revision, timeoutMs?: number): Promise<boolean> {
    this.look();
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
        this.waiting = this.waiting.filter((w) => w !== waiter);
        resolve(false);
      };
      const cancel = timeoutMs === undefined ? undefined : this.clock.setTimer(late, timeoutMs);
      this.waiting.push(waiter);
      this.lookAgain();
    });
  }

  private passes(revision: Revision): boolean {
    return this.isOpen && revision <= this.current;
  }

  private wake(): void {
    if (this.waiting.length === 0 || !this.isOpen) return;
    const due = this.waiting.filter((w) => this.passes(w.revision));
    this.waiting = this.waiting.filter((w) => !this.passes(w.revision));
    for (const { wake } of due) wake();
  }

  private look(): void {
    if (this.told && this.opensAt !== Infinity) this.advance(this.told());
  }

  private lookAgain(): void {
    if (!this.told || this.looking) return;
    this.looking = true;
    this.clock.setTimer(() => {
      this.looking = false;
      this.look();
      if (this.waiting.length > 0) this.lookAgain();
    }, LOOK_MS);
  }
}
