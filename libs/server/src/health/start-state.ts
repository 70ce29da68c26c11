import type { HealthCheck } from './health-checks.js';

/** Where the server stands between start and stop: what `/readyz` tells (C-295). */
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

  /** Fails from the moment the server was told to stop. */
  readonly shutdownCheck: HealthCheck = {
    name: 'shutdown',
    check: () => {
      if (this.stopping) throw new Error('the server is stopping');
    },
  };
}
