import { controllerEntry } from '../controller-entry.js';

export const csrCleaner = controllerEntry({
  name: 'csr-cleaner',
  aliases: ['csrcleaner'],
  defaultOn: true,
  summary: 'Deletes expired certificate requests.',
  flags: [],
  load: async () => (await import('./csr-cleaner.module.js')).CsrCleanerModule,
});
