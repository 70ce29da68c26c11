import type { Clock } from '@orch/apimachinery';

import type { Revision } from '../storage.js';
import type { Disk } from './disk.js';
import { EntryDamage } from './entry-damage.js';
import { damageOf } from './log-entry.js';

/** Limits of one step, which is one turn of the event loop, and the pause after it: some 20 MB a second. */
const STEP_RECORDS = 128;
const STEP_BYTES = 256 * 1_024;
const PAUSE_MS = 10;
/** Delay after the start, which has priority. */
const DELAY_MS = 5_000;

/**
 * Background check: reads every record that was in the log when the store was opened, once, slowly, and reports damaged ones. Without it
 * damage in the history would be found only on access, perhaps after backups were deleted.
 */
export class LogCheck {
  private at: Revision = 0;
  private readonly last: Revision;
  private cancelTimer: (() => void) | undefined;

  constructor(
    private readonly disk: Pick<Disk, 'rawLog' | 'lastRevision'>,
    private readonly clock: Clock,
    private readonly onDamaged: (damage: EntryDamage) => void,
  ) {
    this.last = disk.lastRevision();
    if (this.last > 0) this.wait(DELAY_MS);
  }

  stop(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
  }

  private wait(ms: number): void {
    this.cancelTimer = this.clock.setTimer(() => this.step(), ms);
  }

  private step(): void {
    this.cancelTimer = undefined;
    let bytes = 0;
    let count = 0;
    for (const { key: revision, value } of this.disk.rawLog(this.at + 1, this.last)) {
      this.at = revision;
      bytes += value.length;
      const damage = damageOf(value, revision);
      if (damage !== undefined) this.onDamaged(new EntryDamage(revision, damage));
      if (++count < STEP_RECORDS && bytes < STEP_BYTES) continue;
      return this.wait(PAUSE_MS);
    }
  }
}
