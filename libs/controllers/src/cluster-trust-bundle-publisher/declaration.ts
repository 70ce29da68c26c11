import { join } from 'node:path';
import { controllerEntry } from '../controller-entry.js';
import { rootCaFlags } from '../shared/root-ca-flags.js';

export const clusterTrustBundlePublisher = controllerEntry({
  name: 'cluster-trust-bundle-publisher',
  aliases: [],
  defaultOn: true,
  summary: 'Publishes the root CA certificates as a ClusterTrustBundle.',
  flags: [rootCaFlags],
  load: async (flags) => {
    const { ClusterTrustBundlePublisherModule } = await import('./cluster-trust-bundle-publisher.module.js');
    return ClusterTrustBundlePublisherModule.forRoot({
      file: flags['root-ca-file'] ?? join(flags['data-dir'], 'pki', 'ca.crt'),
    });
  },
});
