import { controllerEntry } from '../controller-entry.js';

export const storageVersionMigrator = controllerEntry({
  name: 'storage-version-migrator',
  aliases: ['storage-version-migrator-controller', 'svm'],
  defaultOn: true,
  summary: 'Rewrites the objects of a resource in its storage version.',
  flags: [],
  load: async () => (await import('./storage-version-migrator.module.js')).StorageVersionMigratorModule,
});
