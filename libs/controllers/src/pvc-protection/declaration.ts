import { controllerEntry } from '../controller-entry.js';

export const pvcProtection = controllerEntry({
  name: 'pvc-protection',
  aliases: ['pv-protection'],
  reconcilers: ['pvc-protection', 'pv-protection'],
  defaultOn: true,
  summary: 'Protects claims and volumes in use from deletion.',
  flags: [],
  load: async () => (await import('./pvc-protection.module.js')).PvcProtectionModule,
});
