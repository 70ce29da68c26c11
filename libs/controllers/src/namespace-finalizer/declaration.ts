import { reflect } from '@orch/client';
import { watch } from '@orch/controller-kit';
import type { ControllerEntry } from '../controller-entry.js';
import { namespaces } from '../shared/namespace.js';
import { servedResources } from '../shared/served-resources.js';
import { ContentWatches } from './content-watches.js';
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
            // One that went without us is looked at once more, so that its watches end.
            filter: (change) => change.type === 'deleted' || isToBeEmptied(change.object, entry),
          }),
        ],
        reconciler: ({ client, informers, clock, random }) =>
          new NamespaceFinalizerReconciler(
            informers.lister(namespaces),
            client,
            (signal) => servedResources(client.discovery, signal),
            new ContentWatches((resource, namespace) =>
              reflect(client.metadata(resource).namespace(namespace), { clock, random }),
            ),
            entry,
            clock,
          ),
      },
    ];
  },
};
