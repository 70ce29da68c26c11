import { changeLog, type Change, type ChangeLog } from './change-log.js';
import { checkDeletions } from './check-deletions.js';
import { checkLog } from './check-log.js';
import { acknowledged, type Operation, type Violation } from './history.js';
import { stretchesOf, type Stretch } from './stretches.js';
import type { ListedStep, WatchJourney } from './watch-history.js';

/** What the store does not promise. */
export interface WatchAllowances {
  /** Watches may be told 410. */
  readonly mayBeGone: boolean;
  /** What was shown but never acknowledged may be lost; whoever saw it is told 410. */
  readonly mayLose: boolean;
}

/**
 * Whether every watch was told of every change after its start exactly once, in the order of versions, with the right content, and of
 * none before somebody asked for it; and whether lists show what stands at their version, not older than what had been acknowledged.
 */
export function checkWatches(
  journeys: readonly WatchJourney[],
  operations: readonly Operation[],
  allowances: WatchAllowances,
): Violation[] {
  const { stretches, violations } = stretchesOf(journeys);
  const log = changeLog(operations, stretches, allowances.mayLose);
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const lists = journeys.flatMap(({ steps }) => steps.filter((step) => step.is === 'listed'));
  return [
    ...violations,
    ...stretches.flatMap((stretch) => missing(stretch, log)),
    ...stretches.flatMap((stretch) => tooEarly(stretch, byId)),
    ...(allowances.mayBeGone ? [] : stretches.filter(({ gone }) => gone).map(gone)),
    ...checkLog(log, lists, operations),
    ...checkDeletions(log, operations),
    ...staleLists(lists, operations),
  ];
}

const gone = ({ journey, to }: Stretch): Violation => ({
  rule: 'a watch goes on',
  text: `${journey} was told 410 after version ${to}`,
});

function missing({ journey, from, to, events }: Stretch, { changes }: ChangeLog): Violation[] {
  const seen = new Set(events.map(({ version }) => version));
  return changes
    .filter(({ version, doubtful }) => version > from && version <= to && !doubtful && !seen.has(version))
    .map((change) => ({
      rule: 'every change is told',
      text: `${journey} saw all from ${from} to ${to}, but not ${shown(change)}`,
    }));
}

const shown = ({ version, key, event, write }: Change): string =>
  `${event?.type ?? 'the acknowledged write of'} ${key} at ${version} (${write?.id ?? event?.content.last})`;

function tooEarly({ journey, events }: Stretch, byId: ReadonlyMap<string, Operation>): Violation[] {
  return events.flatMap(({ type, content, version, at }) => {
    const start = type === 'DELETED' ? undefined : byId.get(content.last)?.start;
    if (start === undefined || at >= start) return [];
    const text = `${journey} saw ${version} at ${at.toFixed(1)} ms, ${content.last} began at ${start.toFixed(1)} ms`;
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
    const text = `The list of ${replica} begun at ${start.toFixed(1)} ms is of ${version}, ${newest} had been acknowledged`;
    return [{ rule: 'a list is not stale', text }];
  });
}
