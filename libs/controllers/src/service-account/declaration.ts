import { controllerEntry } from '../controller-entry.js';

export const serviceAccount = controllerEntry({
  name: 'service-account',
  aliases: ['serviceaccount'],
  defaultOn: true,
  summary: 'Creates the default service account of every namespace.',
  flags: [],
  load: async () => (await import('./service-account.module.js')).ServiceAccountModule,
});
