import type { Clock } from '@orch/apimachinery';

import type { Revision } from '../storage.js';

/** Between two looks at the stream of a busy store: what comes meanwhile is taken in one piece. */
const REST_MS = 1;
/** The same where it brought nothing but own writes, whose answers tell of them anyway. */
const OWN_REST_MS = 5;

export interface PaceHost {
  readonly clock: Clock;
  /** Newest revision that was delivered. */
  readonly applied: () => Revision;
  /** Whether own writes are at the server whose answer may bring what is wanted. */
  readonly ownUnderWay: () => boolean;
}

/**
 * When the stream is looked at again. A question that waits there is woken by every write, own ones too, and costs both sides more than
 * the write itself; so after each answer there is a rest, which ends at once when somebody waits for what only the stream can bring.
 */
export class FeedPace {
  private wanted: Revision = 0;
  private missing: Revision = 0;
  private wake: (() => void) | undefined;

  constructor(private readonly host: PaceHost) {}

  /** @param onlyOwn whether the last answer brought own writes only. */
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

  /** An own write at `revision` waits for one of another process before it: only the stream can bring that. */
  miss(revision: Revision): void {
    this.missing = revision;
    this.look();
  }

  /** Somebody waits until `revision` is delivered. */
  want(revision: Revision): void {
    if (revision > this.wanted) this.wanted = revision;
    this.look();
  }

  /** Own writes were answered: what is still wanted comes with the stream. */
  look(): void {
    if (this.wake && this.isNeeded()) this.wake();
  }

  /** Nothing is rested any more. */
  end(): void {
    this.wake?.();
  }

  private isNeeded(): boolean {
    const applied = this.host.applied();
    return this.missing > applied || (this.wanted > applied && !this.host.ownUnderWay());
  }
}
