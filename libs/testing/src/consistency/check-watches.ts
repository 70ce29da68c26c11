import { changeLog, type Change, type ChangeLog } from './change-log.js';
import { checkDeletions } from './check-deletions.js';
import { checkLog } from './check-log.js';
import { acknowledged, type Operation, type Violation } from './history.js';
import { watchSegments, type WatchSegment } from './watch-segments.js';
import type { ListedStep, WatchJourney } from './watch-history.js';

/** Guarantees that the store does not give. */
export interface WatchAllowances {
  /** Watches may end with 410. */
  readonly mayBeGone: boolean;
  /** Writes that were observed but not acknowledged may be lost; watches that received them end with 410. */
  readonly mayLose: boolean;
}

/**
 * Checks that every watch receives every change after its start exactly once, in the order of versions, with the right content, and not
 * before its write began; and that lists show the state at their version, not older than acknowledged writes.
 */
export function checkWatches(
  journeys: readonly WatchJourney[],
  operations: readonly Operation[],
  allowances: WatchAllowances,
): Violation[] {
  const { segments, violations } = watchSegments(journeys);
  const log = changeLog(operations, segments, allowances.mayLose);
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const lists = journeys.flatMap(({ steps }) => steps.filter((step) => step.is === 'listed'));
  return [
    ...violations,
    ...segments.flatMap((segment) => missing(segment, log)),
    ...segments.flatMap((segment) => tooEarly(segment, byId)),
    ...(allowances.mayBeGone ? [] : segments.filter(({ gone }) => gone).map(gone)),
    ...checkLog(log, lists, operations),
    ...checkDeletions(log, operations),
    ...staleLists(lists, operations),
  ];
}

const gone = ({ journey, to }: WatchSegment): Violation => ({
  rule: 'a watch continues',
  text: `${journey} ended with 410 after version ${to}`,
});

function missing({ journey, from, to, events }: WatchSegment, { changes }: ChangeLog): Violation[] {
  const seen = new Set(events.map(({ version }) => version));
  return changes
    .filter(({ version, doubtful }) => version > from && version <= to && !doubtful && !seen.has(version))
    .map((change) => ({
      rule: 'every change is delivered',
      text: `${journey} received events from ${from} to ${to}, but not ${shown(change)}`,
    }));
}

const shown = ({ version, key, event, write }: Change): string =>
  `${event?.type ?? 'the acknowledged write of'} ${key} at ${version} (${write?.id ?? event?.content.last})`;

function tooEarly({ journey, events }: WatchSegment, byId: ReadonlyMap<string, Operation>): Violation[] {
  return events.flatMap(({ type, content, version, at }) => {
    const start = type === 'DELETED' ? undefined : byId.get(content.last)?.start;
    if (start === undefined || at >= start) return [];
    const text = `${journey} received ${version} at ${at.toFixed(1)} ms, ${content.last} began at ${start.toFixed(1)} ms`;
    return [{ rule: 'no event before its write', text }];
  });
}

function staleLists(lists: readonly ListedStep[], operations: readonly Operation[]): Violation[] {
  const writes = operations.filter((operation) => acknowledged(operation)).sort((one, other) => one.end - other.end);
  const byStart = [...lists].sort((one, other) => one.start - other.start);
  let newest = 0;
  let at = 0;
  return byStart.flatMap(({ start, version, replica }) => {
    for (; at < writes.length && writes[at]!.end < start; at++)
      newest = Math.max(newest, acknowledged(writes[at]!)!.version);
    if (version >= newest) return [];
    const text = `The list of ${replica} begun at ${start.toFixed(1)} ms has version ${version}, ${newest} was acknowledged before`;
    return [{ rule: 'a list is not stale', text }];
  });
}
