import type { Lister, ObjectKey, ResourceClient } from '@orch/client';
import { DONE, type Reconciler, type Result } from '@orch/controller-kit';
import { isActive, isNamespaceGoing, type Namespace } from '../shared/namespace.js';
import { DEFAULT_SERVICE_ACCOUNT, type ServiceAccount } from './service-account.js';

/** Makes the account again wherever it lacks. Keys are namespaces. Source: C-236. */
export class ServiceAccountReconciler implements Reconciler {
  constructor(
    private readonly namespaces: Lister<Namespace>,
    private readonly accounts: Lister<ServiceAccount>,
    private readonly client: ResourceClient<ServiceAccount>,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const name = DEFAULT_SERVICE_ACCOUNT;
    if (!isActive(this.namespaces.get(key)) || this.accounts.get({ namespace: key.name, name })) return DONE;
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { namespace: key.name, name } };
    try {
      await this.client.createIfAbsent(account, { signal });
    } catch (err) {
      if (!isNamespaceGoing(err)) throw err; // the cache had not seen the end of the namespace yet
    }
    return DONE;
  }
}
