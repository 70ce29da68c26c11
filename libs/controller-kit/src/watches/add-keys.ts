import { keyOf, type InformerChange, type InformerFactory } from '@orch/client';
import type { Logger } from '@orch/process';
import type { WorkQueue } from '../work-queue/work-queue.js';
import type { Watch } from './watch.js';

/** Adds the keys of one change of a watched object to the queue. An error of the functions of the watch is logged. */
export function addKeys(
  watch: Watch,
  change: InformerChange,
  informers: InformerFactory,
  queue: Pick<WorkQueue, 'add'>,
  logger: Logger,
): void {
  try {
    for (const key of keysOf(watch, change, informers)) queue.add(key);
  } catch (error) {
    // An error for one object must not end the stream for all others.
    logger.error('failed to map an event to keys', { resource: watch.resource.resource, error });
  }
}

function keysOf(watch: Watch, change: InformerChange, informers: InformerFactory) {
  if (watch.filter && !watch.filter(change)) return [];
  if (!watch.mapToKeys) return [keyOf(change.object)];
  const now = watch.mapToKeys(change.object, informers);
  // Keys that an object no longer maps to must be reconciled too.
  return change.old ? [...watch.mapToKeys(change.old, informers), ...now] : now;
}
