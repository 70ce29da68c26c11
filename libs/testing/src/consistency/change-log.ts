import { acknowledged, type Operation } from './history.js';
import type { WatchSegment } from './watch-segments.js';
import type { EventStep } from './watch-history.js';

/** A change that was observed or acknowledged. */
export interface Change {
  readonly version: number;
  readonly key: string;
  /** The event of one watch; absent: only its writer knows the change. */
  readonly event?: EventStep;
  /** The acknowledged write of the change. */
  readonly write?: Operation;
  /**
   * May be lost: the write was not acknowledged, and every watch that received the event got 410
   * afterwards.
   */
  readonly doubtful: boolean;
}

/** All known changes, in order. */
export interface ChangeLog {
  readonly changes: readonly Change[];
  /** Newest version that a watch received. */
  readonly newest: number;
  /** Whether changes after `after` and up to `upTo` may be missing here because no watch was open. */
  hasGap(after: number, upTo: number): boolean;
}

/** @param mayLose whether the store may lose writes that were observed but not acknowledged. */
export function changeLog(
  operations: readonly Operation[],
  segments: readonly WatchSegment[],
  mayLose: boolean,
): ChangeLog {
  const byVersion = new Map<number, Change>();
  for (const { events, gone } of segments) {
    for (const event of events) {
      const known = byVersion.get(event.version);
      const doubtful = mayLose && gone && (known?.doubtful ?? true);
      byVersion.set(event.version, { event: known?.event ?? event, version: event.version, key: event.key, doubtful });
    }
  }
  for (const write of operations) {
    const made = acknowledged(write);
    if (!made) continue;
    const known = byVersion.get(made.version);
    byVersion.set(made.version, { ...known, version: made.version, key: write.key, write, doubtful: false });
  }
  const watched = spans(segments);
  return {
    changes: [...byVersion.values()].sort((one, other) => one.version - other.version),
    newest: watched.at(-1)?.to ?? 0,
    hasGap: (after, upTo) => upTo > after && !watched.some(({ from, to }) => from <= after && to >= upTo),
  };
}

/** The ranges of versions that watches received without a gap. */
function spans(segments: readonly WatchSegment[]): { readonly from: number; readonly to: number }[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of [...segments].sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}
