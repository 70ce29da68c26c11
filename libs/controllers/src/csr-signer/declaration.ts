import { join } from 'node:path';
import { controllerEntry } from '../controller-entry.js';
import { csrSignerFlags } from './flags.js';

export const csrSigner = controllerEntry({
  name: 'csr-signer',
  aliases: ['csrsigning'],
  defaultOn: true,
  summary: 'Signs approved certificate requests of the built-in signers.',
  flags: [csrSignerFlags],
  load: async (flags) => {
    const { CsrSignerModule } = await import('./csr-signer.module.js');
    const pki = join(flags['data-dir'], 'pki');
    return CsrSignerModule.forRoot({
      certificateFile: flags['cluster-signing-cert-file'] ?? join(pki, 'ca.crt'),
      keyFile: flags['cluster-signing-key-file'] ?? join(pki, 'ca.key'),
      signingDurationMs: flags['cluster-signing-duration'],
    });
  },
});
