import type { ChangeLog } from './change-log.js';
import { acknowledged, type Operation, type Violation } from './history.js';
import { timeline } from './timeline.js';

/**
 * Every acknowledged deletion has a change of its own, at a version that its time allows; and every change that takes an object away
 * has somebody who asked for it. Deletions are answered without a version, so it is asked whether they can be told apart at all: a
 * matching of one with the other.
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
    const { unmatched, unasked } = match(byKey.get(key) ?? [], removals.get(key) ?? []);
    for (const { operation, after, before } of unmatched)
      if (!log.hasGap(after, Math.min(before, log.newest)))
        violations.push({
          rule: 'every acknowledged deletion is told',
          text: `No DELETED of ${key} of its own after ${after} and before ${before}:\n${timeline([operation])}`,
        });
    for (const { version, at, doubtful } of unasked)
      if (!doubtful)
        violations.push({
          rule: 'every deletion has been asked for',
          text: `DELETED ${key} at ${version}, seen at ${at.toFixed(1)} ms: no deletion that was under way did it`,
        });
  }
  return violations;
}

interface Deletion {
  readonly operation: Operation;
  /** The versions between which it must stand. */
  readonly after: number;
  readonly before: number;
}

interface Removal {
  readonly version: number;
  /** Version of what it took away. */
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

/** Gives acknowledged deletions a removal each, and then removals that are left one of the other deletions. */
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
    unasked: removals.filter((removal) => !deletionOf.has(removal)).filter((removal) => !ask(removal, new Set())),
  };
}

function fits({ version, follows, at }: Removal, { operation, after, before }: Deletion): boolean {
  if (version <= after || version >= before || at < operation.start) return false;
  const expected = operation.request.kind === 'delete' ? operation.request.expected : undefined;
  return expected === undefined || expected === follows;
}

/** Which versions there were at which time, as acknowledged writes bound it. */
class VersionsInTime {
  /** By end: the greatest version acknowledged so far. */
  readonly #greatest: { readonly time: number; readonly version: number }[] = [];
  /** By start, from the last on: the smallest version that began from here on. */
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

/** Where `holds` ends to be true, in a list where it is true from the beginning to there. */
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
