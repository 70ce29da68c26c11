import { controllerEntry } from '../controller-entry.js';

export const serviceAccount = controllerEntry({
  name: 'service-account',
  aliases: ['serviceaccount'],
  defaultOn: true,
  summary: 'Keeps a default service account in every namespace.',
  flags: [],
  load: async () => (await import('./service-account.module.js')).ServiceAccountModule,
});
