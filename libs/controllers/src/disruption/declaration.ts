import { keyOf, NAMESPACE_INDEX } from '@orch/client';
import { watch } from '@orch/controller-kit';
import type { ControllerEntry } from '../controller-entry.js';
import { budgets, isCovered, pods } from './budget.js';
import { DisruptionReconciler } from './reconciler.js';

/** No event tells when an owner is scaled. */
const RESYNC_MS = 60_000;

export const disruption: ControllerEntry = {
  name: 'disruption',
  aliases: ['disruption-controller'],
  defaultOn: true,
  summary: 'Reckons how many pods of a disruption budget may be evicted.',
  flags: [],
  declare: () => [
    {
      name: 'disruption',
      resyncMs: RESYNC_MS,
      watches: [
        watch(budgets),
        watch(pods, {
          mapToKeys: (pod, informers) =>
            informers
              .lister(budgets)
              .byIndex(NAMESPACE_INDEX, pod.metadata.namespace ?? '')
              .filter((budget) => isCovered(pod, budget))
              .map(keyOf),
        }),
      ],
      reconciler: ({ client, informers, events, clock }) =>
        new DisruptionReconciler(informers.lister(budgets), informers.lister(pods), client, events, clock),
    },
  ],
};
