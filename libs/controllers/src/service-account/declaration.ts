import { watch } from '@orch/controller-kit';
import type { ControllerEntry } from '../controller-entry.js';
import { isNotDeletion, namespaces } from '../shared/namespace.js';
import { ServiceAccountReconciler } from './reconciler.js';
import { DEFAULT_SERVICE_ACCOUNT, serviceAccounts } from './service-account.js';

const onlyDefault = { fieldSelector: `metadata.name=${DEFAULT_SERVICE_ACCOUNT}` };

export const serviceAccount: ControllerEntry = {
  name: 'service-account',
  aliases: ['serviceaccount'],
  defaultOn: true,
  summary: 'Keeps a default service account in every namespace.',
  flags: [],
  declare: () => [
    {
      name: 'service-account',
      watches: [
        watch(namespaces, { filter: isNotDeletion }),
        watch(serviceAccounts, {
          options: onlyDefault,
          filter: (change) => change.type === 'deleted',
          mapToKeys: (account) => [{ namespace: '', name: account.metadata.namespace ?? '' }],
        }),
      ],
      reconciler: ({ client, informers }) =>
        new ServiceAccountReconciler(
          informers.lister(namespaces),
          informers.lister(serviceAccounts, onlyDefault),
          client.resource(serviceAccounts),
        ),
    },
  ],
};
