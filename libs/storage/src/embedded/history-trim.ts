import type { Clock } from '@orch/apimachinery';

import type { Revision } from '../storage.js';
import type { Disk } from './disk.js';
import { EntryType } from './log-entry.js';

/** One step of trimming: entries to remove, and the revision history starts after once they are gone. */
export interface Trim {
  readonly revisions: readonly Revision[];
  readonly oldest: Revision;
}

/** Events one commit trims at least, where so many are due: bounds what a write may wait for. */
const STEP_EVENTS = 256;
/** Trimming goes faster than writing, or history would grow under load. */
const STEPS_PER_WRITE = 2;
/** A step reads the entries it looks at; large values count. */
const STEP_BYTES = 4 * 1_024 * 1_024;
/** Not woken more often than this; history is kept that much longer at most. */
const PAUSE_MS = 1_000;

/**
 * Decides what leaves the history. When an event leaves the window, what it replaced goes; a delete goes itself. So each event
 * inside the window has its previous state, and each state inside the window can be rebuilt. The last event always stays: it
 * tells the last revision.
 */
export class HistoryTrim {
  /** When the oldest event leaves the window, in milliseconds since 1970; undefined: not known, look. */
  private dueMs: number | undefined;
  private cancelTimer: (() => void) | undefined;
  /** Told to readers before the entries go, so that whoever starts there finds them. */
  private oldest: Revision;

  constructor(
    private readonly disk: Pick<Disk, 'header'>,
    private readonly clock: Clock,
    private readonly windowMs: number,
    /** Runs a commit, which asks for `next`. */
    private readonly wake: () => void,
    /** What is trimmed on disk. */
    private trimmed: Revision,
  ) {
    this.oldest = trimmed;
  }

  get oldestRevision(): Revision {
    return this.oldest;
  }

  /** What is due now, at most so much that a commit with `writes` writes is not held up; undefined when nothing is. */
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

  /** A commit ended: takes note of what it trimmed, and sees to it that the next step comes. */
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

  /** An event from a future further away than the window was stamped by a clock since corrected: do not keep it for years. */
  private isPast(timeMs: number, now: number): boolean {
    return Math.abs(now - timeMs) >= this.windowMs;
  }
}
