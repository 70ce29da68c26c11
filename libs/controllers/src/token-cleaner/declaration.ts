import { controllerEntry } from '../controller-entry.js';

export const tokenCleaner = controllerEntry({
  name: 'token-cleaner',
  aliases: ['tokencleaner'],
  defaultOn: false,
  summary: 'Deletes expired bootstrap tokens.',
  flags: [],
  load: async () => (await import('./token-cleaner.module.js')).TokenCleanerModule,
});
