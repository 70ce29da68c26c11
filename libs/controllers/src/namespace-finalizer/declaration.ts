import { watch } from '@orch/controller-kit';
import type { ControllerEntry } from '../controller-entry.js';
import { namespaces } from '../shared/namespace.js';
import { servedResources } from '../shared/served-resources.js';
import { isToBeEmptied } from './plan.js';
import { NamespaceFinalizerReconciler } from './reconciler.js';

export const namespaceFinalizer: ControllerEntry = {
  name: 'namespace-finalizer',
  aliases: ['namespace'],
  defaultOn: true,
  summary: 'Empties namespaces that are being deleted.',
  flags: [],
  declare: ({ vocabulary }) => {
    const entry = vocabulary.finalizers.namespace;
    return [
      {
        name: 'namespace-finalizer',
        workers: 4,
        watches: [
          watch(namespaces, {
            filter: (change) => change.type !== 'deleted' && isToBeEmptied(change.object, entry),
          }),
        ],
        reconciler: ({ client, informers, clock }) =>
          new NamespaceFinalizerReconciler(
            informers.lister(namespaces),
            client,
            (signal) => servedResources(client.discovery, signal),
            entry,
            clock,
          ),
      },
    ];
  },
};
