import type { Lister, ObjectKey, ResourceClient } from '@orch/client';
import { DONE, InjectLister, InjectResourceClient, Reconciler, watch, type Result } from '@orch/controller-kit';
import { isActive, isNamespaceGoing, isNotDeletion, namespaces, type Namespace } from '../shared/namespace.js';
import { DEFAULT_SERVICE_ACCOUNT, serviceAccounts, type ServiceAccount } from './service-account.js';

const onlyDefault = { fieldSelector: `metadata.name=${DEFAULT_SERVICE_ACCOUNT}` };

/** Creates the missing default service account of namespaces. Keys are namespaces. Source: C-236. */
@Reconciler({
  name: 'service-account',
  watches: [
    watch(namespaces, { filter: isNotDeletion }),
    watch(serviceAccounts, {
      options: onlyDefault,
      filter: (change) => change.type === 'deleted',
      mapToKeys: (account) => [{ namespace: '', name: account.metadata.namespace ?? '' }],
    }),
  ],
})
export class ServiceAccountReconciler implements Reconciler {
  constructor(
    @InjectLister(namespaces) private readonly namespaces: Lister<Namespace>,
    @InjectLister(serviceAccounts, onlyDefault) private readonly accounts: Lister<ServiceAccount>,
    @InjectResourceClient(serviceAccounts) private readonly client: ResourceClient<ServiceAccount>,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const name = DEFAULT_SERVICE_ACCOUNT;
    if (!isActive(this.namespaces.get(key)) || this.accounts.get({ namespace: key.name, name })) return DONE;
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { namespace: key.name, name } };
    try {
      await this.client.createIfAbsent(account, { signal });
    } catch (err) {
      if (!isNamespaceGoing(err)) throw err; // the cached namespace was stale: it is terminating
    }
    return DONE;
  }
}
