import { gathered } from '@orch/apimachinery';
import { keyOf, type Lister, type ObjectKey, type ResourceClient } from '@orch/client';
import { DONE, InjectLister, InjectResourceClient, Reconciler, watch, type Result } from '@orch/controller-kit';
import { unlessRefused } from '../shared/refused-write.js';
import { clusterRoles, type ClusterRole } from './cluster-role.js';

/** Sets the rules of an aggregated cluster role to those of the roles that its selectors match. Source: D-087, D-092. */
@Reconciler({
  name: 'cluster-role-aggregation',
  watches: [
    watch(clusterRoles, {
      // A role that lost its label affects roles that had aggregated it: all roles with an aggregation rule are reconciled, since they are few.
      mapToKeys: (_role, informers) =>
        informers
          .lister(clusterRoles)
          .list(({ aggregationRule }) => aggregationRule !== undefined)
          .map(keyOf),
    }),
  ],
})
export class ClusterRoleAggregationReconciler implements Reconciler {
  constructor(
    @InjectLister(clusterRoles) private readonly roles: Lister<ClusterRole>,
    @InjectResourceClient(clusterRoles) private readonly client: ResourceClient<ClusterRole>,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const role = this.roles.get(key);
    if (!role?.aggregationRule || role.metadata.deletionTimestamp !== undefined) return DONE;
    const { clusterRoleSelectors: selectors = [] } = role.aggregationRule;
    const others = this.roles.list(({ metadata }) => metadata.name !== key.name);
    const rules = gathered(selectors, others, (other) => other.rules ?? []);
    if (JSON.stringify(rules) === JSON.stringify(role.rules ?? [])) return DONE;
    // With the resourceVersion that was read: a role changed since fails with Conflict and is reconciled again.
    await unlessRefused(() => this.client.replace({ ...role, rules }, { signal }));
    return DONE;
  }
}
