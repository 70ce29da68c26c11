import { watch, type ControllerDeclaration } from '@orch/controller-kit';
import type { ControllerEntry, ControllerOptions } from '../controller-entry.js';
import { bootstrapTokenSelection, clusterInfoKey, secrets } from '../shared/bootstrap-token.js';
import { configMaps } from '../shared/config-map.js';
import { BootstrapSignerReconciler } from './reconciler.js';

function declare({ vocabulary }: ControllerOptions): readonly ControllerDeclaration[] {
  const key = clusterInfoKey(vocabulary);
  const signed = { namespace: key.namespace, fieldSelector: `metadata.name=${key.name}` };
  const tokens = bootstrapTokenSelection(vocabulary);
  return [
    {
      name: 'bootstrap-signer',
      workers: 1,
      watches: [watch(configMaps, { options: signed }), watch(secrets, { options: tokens, mapToKeys: () => [key] })],
      reconciler: ({ client, informers, clock }) =>
        new BootstrapSignerReconciler(
          informers.lister(configMaps, signed),
          informers.lister(secrets, tokens),
          client.resource(configMaps),
          vocabulary,
          clock,
        ),
    },
  ];
}

export const bootstrapSigner: ControllerEntry = {
  name: 'bootstrap-signer',
  aliases: ['bootstrapsigner'],
  defaultOn: false,
  summary: 'Signs the public client configuration with bootstrap tokens.',
  flags: [],
  declare,
};
