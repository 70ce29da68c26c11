import type { Clock } from '@orch/apimachinery';

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
  private cancelTimer: (() => void) | undefined;
  private stopped = false;
  /** Last known problems. */
  unsafe: readonly string[] = [];

  constructor(private readonly host: SettingsWatchHost) {
    this.plan();
  }

  stop(): void {
    this.stopped = true;
    this.cancelTimer?.();
  }

  private plan(): void {
    if (this.stopped) return;
    this.cancelTimer = this.host.clock.setTimer(() => void this.look(), LOOK_EVERY_MS);
  }

  private async look(): Promise<void> {
    const before = this.unsafe;
    try {
      this.unsafe = await this.host.unsafeSettings();
    } catch {
      // Redis is unavailable or does not report its settings: the next writer connection checks and reports them.
      return this.plan();
    }
    if (this.unsafe.join() !== before.join()) this.host.observer.settingsChanged?.(this.unsafe);
    this.plan();
  }
}
