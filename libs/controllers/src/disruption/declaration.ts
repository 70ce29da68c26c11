import { controllerEntry } from '../controller-entry.js';

export const disruption = controllerEntry({
  name: 'disruption',
  aliases: ['disruption-controller'],
  defaultOn: true,
  summary: 'Reckons how many pods of a disruption budget may be evicted.',
  flags: [],
  load: async () => (await import('./disruption.module.js')).DisruptionModule,
});
