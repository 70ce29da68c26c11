import { controllerEntry } from '../controller-entry.js';

export const tokenCleaner = controllerEntry({
  name: 'token-cleaner',
  aliases: ['tokencleaner'],
  defaultOn: false,
  summary: 'Deletes bootstrap tokens that have expired.',
  flags: [],
  load: async () => (await import('./token-cleaner.module.js')).TokenCleanerModule,
});
