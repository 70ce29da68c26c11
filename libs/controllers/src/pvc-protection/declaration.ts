import { controllerEntry } from '../controller-entry.js';

export const pvcProtection = controllerEntry({
  name: 'pvc-protection',
  aliases: ['pv-protection'],
  defaultOn: true,
  summary: 'Keeps claims and volumes that are in use from going.',
  flags: [],
  load: async () => (await import('./pvc-protection.module.js')).PvcProtectionModule,
});
