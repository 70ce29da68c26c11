import { controllerEntry } from '../controller-entry.js';
import { podGarbageCollectorFlags } from './flags.js';

export const podGarbageCollector = controllerEntry({
  name: 'pod-garbage-collector',
  aliases: ['podgc', 'pod-garbage-collector-controller'],
  defaultOn: true,
  summary: 'Deletes pods of nodes that are gone, unscheduled ones on their way out, and too many terminated ones.',
  flags: [podGarbageCollectorFlags],
  load: async (flags) => {
    const { PodGarbageCollectorModule } = await import('./pod-garbage-collector.module.js');
    return PodGarbageCollectorModule.forRoot({ keptTerminated: flags['terminated-pod-gc-threshold'] });
  },
});
