import { controllerEntry } from '../controller-entry.js';

export const ttlAfterFinished = controllerEntry({
  name: 'ttl-after-finished',
  aliases: ['ttl-after-finished-controller'],
  defaultOn: true,
  summary: 'Deletes finished Jobs when their time to live ends.',
  flags: [],
  load: async () => (await import('./ttl-after-finished.module.js')).TtlAfterFinishedModule,
});
