import { join } from 'node:path';
import { controllerEntry } from '../controller-entry.js';
import { rootCaFlags } from '../shared/root-ca-flags.js';
import { serviceAccountTokenFlags } from './flags.js';

export const serviceAccountToken = controllerEntry({
  name: 'service-account-token',
  aliases: ['serviceaccount-token'],
  reconcilers: ['service-account-token', 'service-account-token-maker'],
  defaultOn: true,
  summary: 'Adds tokens to service account token Secrets, and deletes them with their account.',
  flags: [serviceAccountTokenFlags, rootCaFlags],
  load: async (flags) => {
    const { ServiceAccountTokenModule } = await import('./service-account-token.module.js');
    const pki = join(flags['data-dir'], 'pki');
    const files = flags['service-account-private-key-file'];
    return ServiceAccountTokenModule.forRoot({
      privateKeyFiles: files.length > 0 ? files : [join(pki, 'sa.key')],
      rootCaFile: flags['root-ca-file'] ?? join(pki, 'ca.crt'),
    });
  },
});
