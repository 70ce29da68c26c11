import type { Clock } from '@orch/apimachinery';

import type { Revision } from '../storage.js';
import type { Disk } from './disk.js';
import { EntryType } from './log-entry.js';

/** One step of trimming: entries to remove, and the new start of history. */
export interface Trim {
  readonly revisions: readonly Revision[];
  readonly oldest: Revision;
}

/** Minimum step size when events are due: bounds the delay of a write. */
const STEP_EVENTS = 256;
/** Trimming must be faster than writing, or history grows under load. */
const STEPS_PER_WRITE = 2;
/** Limit of bytes read in a step. */
const STEP_BYTES = 4 * 1_024 * 1_024;
/** Minimum interval of the timer; extends the history window by at most this. */
const PAUSE_MS = 1_000;

/**
 * Decides what is trimmed. When an event leaves the window, the entry it replaced is removed; a delete is removed itself. So each
 * event inside the window has its previous state, and each state inside the window can be rebuilt. The last event is never
 * removed: it records the last revision.
 */
export class HistoryTrim {
  /** When the oldest event leaves the window, in milliseconds since 1970; undefined: unknown. */
  private dueMs: number | undefined;
  private cancelTimer: (() => void) | undefined;
  /** Advances before the entries are removed, so that readers that start there find them. */
  private oldest: Revision;

  constructor(
    private readonly disk: Pick<Disk, 'header'>,
    private readonly clock: Clock,
    private readonly windowMs: number,
    /** Schedules a commit, which calls `next`. */
    private readonly wake: () => void,
    /** Start of history on disk. */
    private trimmed: Revision,
  ) {
    this.oldest = trimmed;
  }

  get oldestRevision(): Revision {
    return this.oldest;
  }

  /** The next step, limited so that a commit with `writes` writes is not delayed; undefined when nothing is due. */
  next(writes: number, last: Revision): Trim | undefined {
    const now = this.clock.now();
    if (this.dueMs !== undefined && now < this.dueMs && this.dueMs - now <= this.windowMs) return undefined;
    const limit = Math.max(STEP_EVENTS, writes * STEPS_PER_WRITE);
    const revisions: Revision[] = [];
    let oldest = this.trimmed;
    this.dueMs = undefined;
    for (let looked = 0, bytes = 0; looked < limit && bytes < STEP_BYTES && oldest + 1 < last; looked++) {
      const header = this.disk.header(oldest + 1);
      if (header && !this.isPast(header.timeMs, now)) {
        this.dueMs = header.timeMs + this.windowMs;
        break;
      }
      oldest++;
      if (!header) continue;
      bytes += header.entryBytes;
      if (header.previous !== 0) revisions.push(header.previous);
      if (header.type !== EntryType.Put) revisions.push(oldest);
    }
    if (oldest === this.trimmed) return undefined;
    this.oldest = oldest;
    return { revisions, oldest };
  }

  /** A commit ended: records its trim and schedules the next step. */
  committed(trim: Trim | undefined, last: Revision): void {
    if (trim) this.trimmed = trim.oldest;
    if (this.cancelTimer || this.trimmed + 1 >= last) return;
    if (this.dueMs === undefined) {
      const header = this.disk.header(this.trimmed + 1);
      if (!header || this.isPast(header.timeMs, this.clock.now())) return this.wake();
      this.dueMs = header.timeMs + this.windowMs;
    }
    const delayMs = Math.min(Math.max(this.dueMs - this.clock.now(), PAUSE_MS), this.windowMs + PAUSE_MS);
    this.cancelTimer = this.clock.setTimer(() => {
      this.cancelTimer = undefined;
      this.wake();
    }, delayMs);
  }

  /** The disk was filled: there is no history up to `revision`. */
  startAt(revision: Revision): void {
    this.oldest = this.trimmed = revision;
    this.dueMs = undefined;
  }

  stop(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
  }

  /** Also true for timestamps further in the future than the window: the clock was wrong, and the event must not stay for years. */
  private isPast(timeMs: number, now: number): boolean {
    return Math.abs(now - timeMs) >= this.windowMs;
  }
}
