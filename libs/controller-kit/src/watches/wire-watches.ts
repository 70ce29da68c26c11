import { keyOf, type InformerChange, type InformerFactory } from '@orch/client';
import type { Logger } from '@orch/process';
import { Subscription } from 'rxjs';
import type { WorkQueue } from '../work-queue/work-queue.js';
import type { Watch } from './watch.js';

/** Adds keys to the queue on changes of the watched resources, until unsubscribed. */
export function wireWatches(
  watches: readonly Watch[],
  informers: InformerFactory,
  queue: Pick<WorkQueue, 'add'>,
  logger: Logger,
): Subscription {
  const all = new Subscription();
  for (const watch of watches) {
    all.add(
      informers.informer(watch.resource, watch.options).changes$.subscribe((change) => {
        try {
          for (const key of keysOf(watch, change, informers)) queue.add(key);
        } catch (error) {
          // An error for one object must not end the stream for all others.
          logger.error('failed to map an event to keys', { resource: watch.resource.resource, error });
        }
      }),
    );
  }
  return all;
}

function keysOf(watch: Watch, change: InformerChange, informers: InformerFactory) {
  if (watch.filter && !watch.filter(change)) return [];
  if (!watch.mapToKeys) return [keyOf(change.object)];
  const now = watch.mapToKeys(change.object, informers);
  // Keys that an object no longer maps to must be reconciled too.
  return change.old ? [...watch.mapToKeys(change.old, informers), ...now] : now;
}
