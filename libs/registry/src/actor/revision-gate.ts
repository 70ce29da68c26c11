import type { Clock } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';

/** Knows the newest applied revision and wakes those who wait for one. */
export class RevisionGate {
  private current: Revision = 0;
  private waiting: { revision: Revision; wake: (reached: boolean) => void }[] = [];

  constructor(private readonly clock: Clock) {}

  get revision(): Revision {
    return this.current;
  }

  advance(revision: Revision): void {
    if (revision <= this.current) return;
    this.current = revision;
    if (this.waiting.length === 0) return;
    const due = this.waiting.filter((w) => w.revision <= revision);
    this.waiting = this.waiting.filter((w) => w.revision > revision);
    for (const { wake } of due) wake(true);
  }

  /** Resolves with true at `revision`, with false after `timeoutMs`. */
  waitFor(revision: Revision, timeoutMs: number): Promise<boolean> {
    if (revision <= this.current) return Promise.resolve(true);
    return new Promise((resolve) => {
      const waiter = {
        revision,
        wake: (reached: boolean) => {
          cancel();
          resolve(reached);
        },
      };
      const cancel = this.clock.setTimer(() => {
        this.waiting = this.waiting.filter((w) => w !== waiter);
        resolve(false);
      }, timeoutMs);
      this.waiting.push(waiter);
    });
  }
}
