import { acknowledged, type Operation } from './history.js';
import type { Stretch } from './stretches.js';
import type { EventStep } from './watch-history.js';

/** A change that somebody saw, or was told to have made. */
export interface Change {
  readonly version: number;
  readonly key: string;
  /** As one of those saw it who were told of it; absent: only its writer knows. */
  readonly event?: EventStep;
  /** The acknowledged write that made it. */
  readonly write?: Operation;
  /**
   * May be no part of the history that stands: nobody was told that the write is done, and everybody who saw it was told later to
   * begin anew.
   */
  readonly doubtful: boolean;
}

/** Everything that is known to have happened, in order. */
export interface ChangeLog {
  readonly changes: readonly Change[];
  /** Newest version that a watch was told of. */
  readonly newest: number;
  /** Whether changes after `after` and up to `upTo` may be missing here because nobody was watching. */
  hasGap(after: number, upTo: number): boolean;
}

/** @param mayLose whether the store may lose what it has shown but not acknowledged. */
export function changeLog(
  operations: readonly Operation[],
  stretches: readonly Stretch[],
  mayLose: boolean,
): ChangeLog {
  const byVersion = new Map<number, Change>();
  for (const { events, gone } of stretches) {
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
  const watched = spans(stretches);
  return {
    changes: [...byVersion.values()].sort((one, other) => one.version - other.version),
    newest: watched.at(-1)?.to ?? 0,
    hasGap: (after, upTo) => upTo > after && !watched.some(({ from, to }) => from <= after && to >= upTo),
  };
}

/** The versions that somebody was told of without a gap. */
function spans(stretches: readonly Stretch[]): { readonly from: number; readonly to: number }[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of [...stretches].sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}
