import { join } from 'node:path';
import { watch, type ControllerDeclaration } from '@orch/controller-kit';
import type { ControllerEntry, ControllerOptions } from '../controller-entry.js';
import { configMaps } from '../shared/config-map.js';
import { isNotDeletion, namespaces } from '../shared/namespace.js';
import { rootCaFlags } from '../shared/root-ca-flags.js';
import { FileRootCaSource } from '../shared/root-ca-source.js';
import { RootCaPublisherReconciler } from './reconciler.js';

/** Against a certificate file that was renewed: no event tells. */
const RESYNC_MS = 600_000;

function declare({ vocabulary, dataDir, rootCaFile }: ControllerOptions): readonly ControllerDeclaration[] {
  const source = new FileRootCaSource(rootCaFile ?? join(dataDir, 'pki', 'ca.crt'));
  const published = { fieldSelector: `metadata.name=${vocabulary.rootCaConfigMap}` };
  return [
    {
      name: 'root-ca-publisher',
      resyncMs: RESYNC_MS,
      watches: [
        watch(namespaces, { filter: isNotDeletion }),
        watch(configMaps, {
          options: published,
          mapToKeys: (configMap) => [{ namespace: '', name: configMap.metadata.namespace ?? '' }],
        }),
      ],
      reconciler: ({ client, informers, logger }) =>
        new RootCaPublisherReconciler(
          informers.lister(namespaces),
          informers.lister(configMaps, published),
          client.resource(configMaps),
          source,
          vocabulary,
          logger,
        ),
    },
  ];
}

export const rootCaPublisher: ControllerEntry = {
  name: 'root-ca-publisher',
  aliases: ['root-ca-cert-publisher'],
  defaultOn: true,
  summary: 'Publishes the root certificates in every namespace.',
  flags: [rootCaFlags],
  declare,
};
