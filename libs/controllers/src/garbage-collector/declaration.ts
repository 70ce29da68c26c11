import { controllerEntry } from '../controller-entry.js';
import { garbageCollectorFlags } from './flags.js';

export const garbageCollector = controllerEntry({
  name: 'garbage-collector',
  aliases: ['garbagecollector', 'garbage-collector-controller'],
  defaultOn: true,
  summary: 'Deletes objects whose owners were deleted.',
  flags: [garbageCollectorFlags],
  load: async (flags) => {
    const { GarbageCollectorModule } = await import('./garbage-collector.module.js');
    return GarbageCollectorModule.forRoot({ workers: flags['concurrent-gc-syncs'] });
  },
});
