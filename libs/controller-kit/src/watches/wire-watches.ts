import type { InformerFactory } from '@orch/client';
import type { Logger } from '@orch/process';
import { Subscription } from 'rxjs';
import type { WorkQueue } from '../work-queue/work-queue.js';
import { addKeys } from './add-keys.js';
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
        addKeys(watch, change, informers, queue, logger);
      }),
    );
  }
  return all;
}
