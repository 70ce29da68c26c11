import { controllerEntry } from '../controller-entry.js';

export const persistentVolumeBinder = controllerEntry({
  name: 'persistent-volume-binder',
  aliases: ['persistentvolume-binder', 'ephemeral-volume'],
  reconcilers: ['persistent-volume-binder', 'persistent-volume-phase', 'ephemeral-volume'],
  defaultOn: true,
  summary: 'Binds claims to volumes, sets the phase of volumes, creates the claims of ephemeral volumes.',
  flags: [],
  load: async () => (await import('./persistent-volume-binder.module.js')).PersistentVolumeBinderModule,
});
