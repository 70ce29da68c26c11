import type { Clock } from '@orch/apimachinery';

import { PeriodicTask } from './periodic-task.js';
import type { RedisObserver } from './redis-options.js';

/** Interval; each check is a dozen small calls. Unit: milliseconds. */
const LOOK_EVERY_MS = 15_000;

export interface SettingsWatchHost {
  readonly clock: Clock;
  readonly observer: RedisObserver;
  /** Current problems with the settings. */
  readonly unsafeSettings: () => Promise<readonly string[]>;
}

/** Checks the settings of a Redis in use periodically: `CONFIG SET` can change them. */
export class SettingsWatch {
  /** Last known problems. */
  unsafe: readonly string[] = [];

  private readonly checks: PeriodicTask;

  constructor(private readonly host: SettingsWatchHost) {
    this.checks = new PeriodicTask(host.clock, LOOK_EVERY_MS, () => this.look());
  }

  stop(): void {
    this.checks.stop();
  }

  private async look(): Promise<void> {
    const before = this.unsafe;
    // Rejects when Redis is unavailable or does not report its settings: the next writer connection checks and reports them.
    this.unsafe = await this.host.unsafeSettings();
    if (this.unsafe.join() !== before.join()) this.host.observer.settingsChanged?.(this.unsafe);
  }
}
