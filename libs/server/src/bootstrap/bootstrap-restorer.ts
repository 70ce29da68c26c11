import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';

/** After a failure it is tried again so much later. */
const AGAIN_AFTER_MS = 1_000;

/** What is used for it. */
export interface PutBackParts {
  readonly clock: Clock;
  readonly log: Logger;
  /** Fires when the server closes: then nothing is put back any more. */
  readonly ended: AbortSignal;
}

/**
 * Puts back what the server itself keeps in the store, each time the store was loaded anew: it may have come back older, or empty, and
 * without namespaces and rights nobody could use it. Until that succeeds it is tried again.
 */
export class BootstrapRestorer {
  private act: (() => Promise<void>) | undefined;
  private wanted = false;
  private running = false;

  constructor(private readonly parts: PutBackParts) {}

  /** The store was loaded anew, or took no writes at the start. Before `begin` it is noted. */
  want(): void {
    this.wanted = true;
    void this.takeTurns();
  }

  /** From here on it can be done. @param act makes what is missing; it may reject, and runs once at a time. */
  begin(act: () => Promise<void>): void {
    this.act = act;
    void this.takeTurns();
  }

  private async takeTurns(): Promise<void> {
    if (!this.act || this.running) return;
    this.running = true;
    const { ended, log } = this.parts;
    while (this.wanted && !ended.aborted) {
      this.wanted = false;
      try {
        await this.act();
        log.info('what every server needs is in the store again');
      } catch (error) {
        if (ended.aborted) break;
        this.wanted = true;
        log.warn('what every server needs could not be put back into the store', {
          error,
          againInMs: AGAIN_AFTER_MS,
        });
        await this.pause();
      }
    }
    this.running = false;
  }

  private pause(): Promise<void> {
    const { clock, ended } = this.parts;
    return new Promise((resolve) => {
      const over = (): void => {
        cancel();
        ended.removeEventListener('abort', over);
        resolve();
      };
      const cancel = clock.setTimer(over, AGAIN_AFTER_MS);
      ended.addEventListener('abort', over);
    });
  }
}
