import type { HealthCheck } from './health-checks.js';

/** Start and stop of the server, as reported by `/readyz` (C-295). */
export class StartState {
  private started = false;
  private stopping = false;

  markStarted(): void {
    this.started = true;
  }

  markStopping(): void {
    this.stopping = true;
  }

  /** Fails until the start is complete. */
  readonly startCheck: HealthCheck = {
    name: 'poststarthook/bootstrap',
    check: () => {
      if (!this.started) throw new Error('the start is not complete');
    },
  };

  /** Fails once the server is stopping. */
  readonly shutdownCheck: HealthCheck = {
    name: 'shutdown',
    check: () => {
      if (this.stopping) throw new Error('the server is stopping');
    },
  };
}
