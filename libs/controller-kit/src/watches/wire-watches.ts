import { keyOf, type InformerChange, type InformerFactory } from '@orch/client';
import type { Logger } from '@orch/process';
import { Subscription } from 'rxjs';
import type { WorkQueue } from '../work-queue/work-queue.js';
import type { Watch } from './watch.js';

/** Lets changes of the watched resources add keys to the queue, until unsubscribed. */
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
          // One odd object must not end the stream for all others.
          logger.error('an event could not be mapped to keys', { resource: watch.resource.resource, error });
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
  // What an object no longer concerns must hear of it too.
  return change.old ? [...watch.mapToKeys(change.old, informers), ...now] : now;
}
