import type { ControllerEntry } from '../controller-entry.js';
import { GarbageCollector } from './collector.js';
import { garbageCollectorFlags } from './flags.js';

export const garbageCollector: ControllerEntry = {
  name: 'garbage-collector',
  aliases: ['garbagecollector', 'garbage-collector-controller'],
  defaultOn: true,
  summary: 'Deletes objects whose owners are gone.',
  flags: [garbageCollectorFlags],
  declare: ({ concurrentGcSyncs }) => [
    {
      name: 'garbage-collector',
      workers: concurrentGcSyncs,
      watches: [],
      backoff: { maxMs: 60_000 },
      reconciler: (context) => new GarbageCollector(context),
    },
  ],
};
