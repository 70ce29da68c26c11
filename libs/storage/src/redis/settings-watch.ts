import type { Clock } from '@orch/apimachinery';

import type { RedisObserver } from './redis-options.js';

/** A dozen small questions each time. Unit: milliseconds. */
const LOOK_EVERY_MS = 15_000;

export interface SettingsWatchHost {
  readonly clock: Clock;
  readonly observer: RedisObserver;
  /** What is wrong with the settings now. */
  readonly unsafeSettings: () => Promise<readonly string[]>;
}

/** Reads the settings of a Redis in use again and again: `CONFIG SET` changes them under servers that run. */
export class SettingsWatch {
  private cancelTimer: (() => void) | undefined;
  private stopped = false;
  /** What is wrong, as far as is known. */
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
      // Redis is away, or does not say: the next connection for writing finds out, and the log has it then.
      return this.plan();
    }
    if (this.unsafe.join() !== before.join()) this.host.observer.settingsChanged?.(this.unsafe);
    this.plan();
  }
}
