import { controllerEntry } from '../controller-entry.js';

export const bootstrapSigner = controllerEntry({
  name: 'bootstrap-signer',
  aliases: ['bootstrapsigner'],
  defaultOn: false,
  summary: 'Signs the public client configuration with bootstrap tokens.',
  flags: [],
  load: async () => (await import('./bootstrap-signer.module.js')).BootstrapSignerModule,
});
