import type { InformerFactory } from '@orch/client';
import type { Logger } from '@orch/process';
import type { WorkQueue } from '../work-queue/work-queue.js';
import { addKeys } from './add-keys.js';
import type { Watch } from './watch.js';

/** Adds the keys of all objects in the caches of the watches, as if they had just been listed. A step is an object. */
export function* currentKeys(
  watches: readonly Watch[],
  informers: InformerFactory,
  queue: Pick<WorkQueue, 'add'>,
  logger: Logger,
): Generator<undefined, void> {
  for (const watch of watches) {
    for (const object of informers.lister(watch.resource, watch.options).list()) {
      addKeys(watch, { type: 'added', object }, informers, queue, logger);
      yield;
    }
  }
}
