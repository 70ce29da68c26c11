import type { Revision } from '@orch/storage';
import type { Change } from './change.js';

/**
 * The recent changes of one resource, oldest first. Changes are numbered by `sequence`, which never restarts, so that a
 * slow watcher costs one number here. Older history is read from the store's log.
 */
export class EventWindow {
  /** Undefined at places of changes that were dropped: those hold values. */
  private changes: (Change | undefined)[] = [];
  private offset = 0;
  private first = 0;
  private complete: Revision;
  /** Bytes of the previous values of all changes that were ever added. */
  private pushed = 0;
  private dropped = 0;

  /** @param complete the window holds every change after this revision. */
  constructor(complete: Revision = 0) {
    this.complete = complete;
  }

  /** Bytes of the previous values of the changes that were dropped. */
  get droppedBytes(): number {
    return this.dropped;
  }

  /** Bytes of the previous values of all changes that had been added when the newest was that of `revision`, or the last one that was dropped. */
  pushedBytesAt(revision: Revision): number {
    if (revision < this.complete) return this.dropped;
    return this.after(revision).reduce((bytes, { previous }) => bytes - (previous?.length ?? 0), this.pushed);
  }

  /** Drops everything: the window holds every change after `complete` from here on. */
  restart(complete: Revision): void {
    this.first = this.endSequence;
    this.dropped = this.pushed;
    this.changes = [];
    this.offset = 0;
    this.complete = complete;
  }

  /** Every change after this revision is in the window. */
  get completeAfter(): Revision {
    return this.complete;
  }

  /** Sequence that the next change will get. */
  get endSequence(): number {
    return this.first + this.changes.length - this.offset;
  }

  push(change: Change): void {
    this.changes.push(change);
    this.pushed += change.previous?.length ?? 0;
  }

  at(sequence: number): Change | undefined {
    return this.changes[this.offset + sequence - this.first];
  }

  /** Drops the oldest change. */
  shift(): void {
    const oldest = this.changes[this.offset];
    if (!oldest) return;
    this.complete = oldest.revision;
    this.dropped += oldest.previous?.length ?? 0;
    this.changes[this.offset] = undefined;
    this.first++;
    this.offset++;
    // Compact only when half of it is dropped, so that dropping is amortized constant time.
    if (this.offset > 1_024 && this.offset * 2 > this.changes.length) {
      this.changes = this.changes.slice(this.offset);
      this.offset = 0;
    }
  }

  /** All changes after `revision`, oldest first. Needs `revision >= completeAfter`. */
  after(revision: Revision): readonly Change[] {
    return this.changes.slice(this.offset + this.sequenceAfter(revision) - this.first) as Change[];
  }

  /** Sequence of the first change after `revision`; `endSequence` when there is none. Needs `revision >= completeAfter`. */
  sequenceAfter(revision: Revision): number {
    let low = this.offset;
    let high = this.changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.changes[middle]!.revision <= revision) low = middle + 1;
      else high = middle;
    }
    return this.first + low - this.offset;
  }
}
