import { controllerEntry } from '../controller-entry.js';

export const persistentVolumeExpander = controllerEntry({
  name: 'persistent-volume-expander',
  aliases: ['persistentvolume-expander-controller', 'persistentvolume-expander'],
  defaultOn: true,
  summary: 'Says which claims wait for an external controller to expand their volume.',
  flags: [],
  load: async () => (await import('./persistent-volume-expander.module.js')).PersistentVolumeExpanderModule,
});
