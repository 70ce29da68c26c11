import { builtinResources, keyOf, NAMESPACE_INDEX, type HasMetadata, type InformerFactory } from '@orch/client';
import { watch } from '@orch/controller-kit';
import type { ControllerEntry } from '../controller-entry.js';
import { QuotaKeeper } from './quota-keeper.js';
import { quotas } from './quota.js';

/** Against what no event tells. */
const RESYNC_MS = 60_000;

interface Pod extends HasMetadata {
  readonly status?: { readonly phase?: string };
}

const quotasBeside = ({ metadata }: HasMetadata, informers: InformerFactory) =>
  informers
    .lister(quotas)
    .byIndex(NAMESPACE_INDEX, metadata.namespace ?? '')
    .map(keyOf);

export const resourceQuota: ControllerEntry = {
  name: 'resource-quota',
  aliases: ['resourcequota', 'resourcequota-controller'],
  defaultOn: true,
  summary: 'Counts what is in use of resource quotas.',
  flags: [],
  declare: () => [
    {
      name: 'resource-quota',
      workers: 5,
      resyncMs: RESYNC_MS,
      watches: [
        watch(quotas, {
          // What admission counts up is right as it stands.
          filter: ({ type, object, old }) =>
            type === 'added' || (type === 'updated' && JSON.stringify(object.spec) !== JSON.stringify(old.spec)),
        }),
        watch<Pod>(builtinResources.pods, {
          filter: ({ object, old }) =>
            old !== undefined &&
            (object.status?.phase !== old.status?.phase ||
              object.metadata.deletionTimestamp !== old.metadata.deletionTimestamp),
          mapToKeys: quotasBeside,
        }),
        // A claim or a service can come to take more or less while it stands.
        watch<HasMetadata>(builtinResources.persistentVolumeClaims, {
          filter: ({ type }) => type === 'updated',
          mapToKeys: quotasBeside,
        }),
        watch<HasMetadata>(builtinResources.services, {
          filter: ({ type }) => type === 'updated',
          mapToKeys: quotasBeside,
        }),
      ],
      reconciler: (context) => new QuotaKeeper(context),
    },
  ],
};
