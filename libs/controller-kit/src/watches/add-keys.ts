import { inTurns, keyOf, type InformerChange, type InformerFactory, type ObjectKey } from '@orch/client';
import type { Logger } from '@orch/process';
import type { WorkQueue } from '../work-queue/work-queue.js';
import type { Watch } from './watch.js';

/** Keys that are added in one step: one object may concern tens of thousands. */
const AT_ONCE = 1_000;

/** Adds the keys of one change of a watched object to the queue. An error of the functions of the watch is logged. */
export function addKeys(
  watch: Watch,
  change: InformerChange,
  informers: InformerFactory,
  queue: Pick<WorkQueue, 'add'>,
  logger: Logger,
): void {
  try {
    const keys = keysOf(watch, change, informers);
    if (keys.length <= AT_ONCE) for (const key of keys) queue.add(key);
    else void inTurns(addInSteps(keys, queue));
  } catch (error) {
    // An error for one object must not end the stream for all others.
    logger.error('failed to map an event to keys', { resource: watch.resource.resource, error });
  }
}

function* addInSteps(keys: readonly ObjectKey[], queue: Pick<WorkQueue, 'add'>): Generator<undefined, void> {
  let added = 0;
  for (const key of keys) {
    queue.add(key);
    if (++added % AT_ONCE === 0) yield;
  }
}

function keysOf(watch: Watch, change: InformerChange, informers: InformerFactory): readonly ObjectKey[] {
  if (watch.filter && !watch.filter(change)) return [];
  if (!watch.mapToKeys) return [keyOf(change.object)];
  const now = watch.mapToKeys(change.object, informers);
  // Keys that an object no longer maps to must be reconciled too.
  return change.old ? [...watch.mapToKeys(change.old, informers), ...now] : now;
}
