import type { Clock } from '@orch/apimachinery';

import type { Revision } from '../storage.js';

/** Pause between two reads of the stream: changes that arrive meanwhile are read together. */
const REST_MS = 1;
/** Pause after a read that returned only own writes, whose answers deliver them anyway. */
const OWN_REST_MS = 5;

export interface PaceHost {
  readonly clock: Clock;
  /** Newest revision that was delivered. */
  readonly applied: () => Revision;
  /** Whether own writes are in flight whose answer may have the wanted change. */
  readonly ownInFlight: () => boolean;
}

/**
 * Paces the reads of the stream. A blocking read is woken by every write, own ones too, and costs both sides more than
 * the write itself; so each read is followed by a pause, which ends when a caller waits for a change that only the stream has.
 */
export class FeedPace {
  private wanted: Revision = 0;
  private missing: Revision = 0;
  private wake: (() => void) | undefined;

  constructor(private readonly host: PaceHost) {}

  /** @param onlyOwn whether the last read returned only own writes. */
  async rest(onlyOwn: boolean): Promise<void> {
    if (this.isNeeded()) return;
    await new Promise<void>((resolve) => {
      const cancel = this.host.clock.setTimer(resolve, onlyOwn ? OWN_REST_MS : REST_MS);
      this.wake = () => {
        cancel();
        resolve();
      };
    });
    this.wake = undefined;
  }

  /** An own write at `revision` waits for an earlier one of another process, which only the stream has. */
  miss(revision: Revision): void {
    this.missing = revision;
    this.look();
  }

  /** A caller waits until `revision` is delivered. */
  want(revision: Revision): void {
    if (revision > this.wanted) this.wanted = revision;
    this.look();
  }

  /** Own writes were answered: a revision that is still missing is in the stream. */
  look(): void {
    if (this.wake && this.isNeeded()) this.wake();
  }

  /** Ends the current pause. */
  end(): void {
    this.wake?.();
  }

  private isNeeded(): boolean {
    const applied = this.host.applied();
    return this.missing > applied || (this.wanted > applied && !this.host.ownInFlight());
  }
}
