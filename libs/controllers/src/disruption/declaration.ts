import { controllerEntry } from '../controller-entry.js';

export const disruption = controllerEntry({
  name: 'disruption',
  aliases: ['disruption-controller'],
  defaultOn: true,
  summary: 'Calculates how many pods of a disruption budget may be evicted.',
  flags: [],
  load: async () => (await import('./disruption.module.js')).DisruptionModule,
});
