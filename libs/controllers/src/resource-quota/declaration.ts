import { controllerEntry } from '../controller-entry.js';

export const resourceQuota = controllerEntry({
  name: 'resource-quota',
  aliases: ['resourcequota', 'resourcequota-controller'],
  defaultOn: true,
  summary: 'Calculates the usage of resource quotas.',
  flags: [],
  load: async () => (await import('./resource-quota.module.js')).ResourceQuotaModule,
});
