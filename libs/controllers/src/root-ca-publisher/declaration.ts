import { join } from 'node:path';
import { controllerEntry } from '../controller-entry.js';
import { rootCaFlags } from '../shared/root-ca-flags.js';

export const rootCaPublisher = controllerEntry({
  name: 'root-ca-publisher',
  aliases: ['root-ca-cert-publisher'],
  defaultOn: true,
  summary: 'Publishes the root CA certificates in every namespace.',
  flags: [rootCaFlags],
  load: async (flags) => {
    const { RootCaPublisherModule } = await import('./root-ca-publisher.module.js');
    return RootCaPublisherModule.forRoot({ file: flags['root-ca-file'] ?? join(flags['data-dir'], 'pki', 'ca.crt') });
  },
});
