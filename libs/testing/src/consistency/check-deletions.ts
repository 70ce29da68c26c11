import type { ChangeLog } from './change-log.js';
import { acknowledged, type Operation, type Violation } from './history.js';
import { timeline } from './timeline.js';

/**
 * Every acknowledged deletion has a separate DELETED event, at a version that its time allows; and every DELETED event has a
 * deletion that was requested. Deletions are acknowledged without a version, so this searches for a
 * matching between deletions and events.
 */
export function checkDeletions(log: ChangeLog, operations: readonly Operation[]): Violation[] {
  const removals = removalsOf(log);
  const times = new VersionsInTime(operations);
  const deletions = operations
    .filter(({ request, outcome }) => request.kind === 'delete' && (outcome.is === 'done' || outcome.is === 'unknown'))
    .map((operation) => ({ operation, after: times.before(operation.start), before: times.after(operation.end) }))
    .sort((one, other) => one.before - other.before);
  const byKey = new Map<string, Deletion[]>();
  for (const deletion of deletions) {
    const others = byKey.get(deletion.operation.key);
    if (others) others.push(deletion);
    else byKey.set(deletion.operation.key, [deletion]);
  }
  const violations: Violation[] = [];
  for (const key of new Set([...byKey.keys(), ...removals.keys()])) {
    const { unmatched, unrequested } = match(byKey.get(key) ?? [], removals.get(key) ?? []);
    for (const { operation, after, before } of unmatched)
      if (!log.hasGap(after, Math.min(before, log.newest)))
        violations.push({
          rule: 'every acknowledged deletion is delivered',
          text: `No DELETED event of ${key} for this deletion after ${after} and before ${before}:\n${timeline([operation])}`,
        });
    for (const { version, at, doubtful } of unrequested)
      if (!doubtful)
        violations.push({
          rule: 'every deletion was requested',
          text: `DELETED ${key} at ${version}, received at ${at.toFixed(1)} ms: no concurrent deletion explains it`,
        });
  }
  return violations;
}

interface Deletion {
  readonly operation: Operation;
  /** Lower bound of the version of its event, exclusive. */
  readonly after: number;
  readonly before: number;
}

interface Removal {
  readonly version: number;
  /** Version of the deleted object. */
  readonly follows: number | undefined;
  readonly at: number;
  readonly doubtful: boolean;
}

function removalsOf({ changes }: ChangeLog): Map<string, Removal[]> {
  const removals = new Map<string, Removal[]>();
  const newest = new Map<string, number>();
  for (const { key, version, event, doubtful } of changes) {
    if (event?.type === 'DELETED') {
      const removal = { version, follows: newest.get(key), at: event.at, doubtful };
      const others = removals.get(key);
      if (others) others.push(removal);
      else removals.set(key, [removal]);
    }
    newest.set(key, version);
  }
  return removals;
}

/** Matches each acknowledged deletion with a removal, then the remaining removals with the other deletions. */
function match(deletions: readonly Deletion[], removals: readonly Removal[]) {
  const removalOf = new Map<Deletion, Removal>();
  const deletionOf = new Map<Removal, Deletion>();
  const pair = (deletion: Deletion, removal: Removal) => {
    removalOf.set(deletion, removal);
    deletionOf.set(removal, deletion);
    return true;
  };
  const place = (deletion: Deletion, tried: Set<Removal>): boolean =>
    removals.some((removal) => {
      if (tried.has(removal) || !fits(removal, deletion)) return false;
      tried.add(removal);
      const other = deletionOf.get(removal);
      return (other === undefined || place(other, tried)) && pair(deletion, removal);
    });
  const ask = (removal: Removal, tried: Set<Deletion>): boolean =>
    deletions.some((deletion) => {
      if (tried.has(deletion) || !fits(removal, deletion)) return false;
      tried.add(deletion);
      const other = removalOf.get(deletion);
      return (other === undefined || ask(other, tried)) && pair(deletion, removal);
    });
  const answered = deletions.filter(({ operation }) => operation.outcome.is === 'done');
  return {
    unmatched: answered.filter((deletion) => !place(deletion, new Set())),
    unrequested: removals.filter((removal) => !deletionOf.has(removal)).filter((removal) => !ask(removal, new Set())),
  };
}

function fits({ version, follows, at }: Removal, { operation, after, before }: Deletion): boolean {
  if (version <= after || version >= before || at < operation.start) return false;
  const expected = operation.request.kind === 'delete' ? operation.request.expected : undefined;
  return expected === undefined || expected === follows;
}

/** Bounds of the version at a time, from acknowledged writes. */
class VersionsInTime {
  /** By end: the greatest acknowledged version so far. */
  readonly #greatest: { readonly time: number; readonly version: number }[] = [];
  /** By start, in reverse: the smallest version of the writes that began at or after it. */
  readonly #smallest: { readonly time: number; readonly version: number }[] = [];

  constructor(operations: readonly Operation[]) {
    const writes = operations.flatMap((operation) => {
      const version = acknowledged(operation)?.version;
      return version === undefined ? [] : [{ start: operation.start, end: operation.end, version }];
    });
    let greatest = 0;
    for (const { end, version } of [...writes].sort((one, other) => one.end - other.end))
      this.#greatest.push({ time: end, version: (greatest = Math.max(greatest, version)) });
    let smallest = Infinity;
    for (const { start, version } of [...writes].sort((one, other) => other.start - one.start))
      this.#smallest.push({ time: start, version: (smallest = Math.min(smallest, version)) });
  }

  /** Greatest version that had been acknowledged before `time`. */
  before(time: number): number {
    return this.#greatest[firstNot(this.#greatest, (entry) => entry.time < time) - 1]?.version ?? 0;
  }

  /** Smallest version whose write began after `time`. */
  after(time: number): number {
    return this.#smallest[firstNot(this.#smallest, (entry) => entry.time > time) - 1]?.version ?? Infinity;
  }
}

/** First index at which `holds` is false, in a list that `holds` partitions (binary search). */
function firstNot<T>(all: readonly T[], holds: (one: T) => boolean): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(all[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
