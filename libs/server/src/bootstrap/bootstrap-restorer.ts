import { type Clock, sleep } from '@orch/apimachinery';
import type { Logger } from '@orch/process';

/** Delay before a retry. */
const AGAIN_AFTER_MS = 1_000;

/** Dependencies of the restorer. */
export interface BootstrapRestorerParts {
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborted when the server closes: then nothing is restored any more. */
  readonly ended: AbortSignal;
}

/**
 * Restores the bootstrap objects each time the store was reloaded: it may have come back older or empty, and without
 * namespaces and roles it cannot be used. Retries until it succeeds.
 */
export class BootstrapRestorer {
  private act: (() => Promise<void>) | undefined;
  private requested = false;
  private running = false;

  constructor(private readonly parts: BootstrapRestorerParts) {}

  /**
   * Requests a restore: the store was reloaded, or refused writes at the start. Before `begin` the request is only
   * recorded.
   */
  request(): void {
    this.requested = true;
    void this.run();
  }

  /** Allows restores from here on. @param act creates missing objects; it may reject, and runs once at a time. */
  begin(act: () => Promise<void>): void {
    this.act = act;
    void this.run();
  }

  private async run(): Promise<void> {
    if (!this.act || this.running) return;
    this.running = true;
    const { clock, ended, log } = this.parts;
    while (this.requested && !ended.aborted) {
      this.requested = false;
      try {
        await this.act();
        log.info('bootstrap objects restored');
      } catch (error) {
        if (ended.aborted) break;
        this.requested = true;
        log.warn('bootstrap objects could not be restored', {
          error,
          againInMs: AGAIN_AFTER_MS,
        });
        await sleep(clock, AGAIN_AFTER_MS, ended).catch(() => undefined); // aborted: the loop ends
      }
    }
    this.running = false;
  }
}
