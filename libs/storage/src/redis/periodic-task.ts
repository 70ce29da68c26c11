import type { Clock } from '@orch/apimachinery';

/** Runs a task repeatedly: first after `intervalMs`, then `intervalMs` after the end of each run, until it is stopped. */
export class PeriodicTask {
  private cancelTimer: (() => void) | undefined;
  private stopped = false;

  /** @param run its rejection is ignored: the connections report failures of Redis. */
  constructor(
    private readonly clock: Clock,
    private readonly intervalMs: number,
    private readonly run: () => Promise<void>,
  ) {
    this.plan();
  }

  get isStopped(): boolean {
    return this.stopped;
  }

  /** A run in progress continues; there is no next one. */
  stop(): void {
    this.stopped = true;
    this.cancelTimer?.();
  }

  private readonly plan = (): void => {
    if (this.stopped) return;
    this.cancelTimer = this.clock.setTimer(() => void this.run().then(this.plan, this.plan), this.intervalMs);
  };
}
