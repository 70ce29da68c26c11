import { gathered } from '@orch/apimachinery';
import { keyOf, type Lister, type ObjectKey, type ResourceClient } from '@orch/client';
import { DONE, InjectLister, InjectResourceClient, Reconciler, watch, type Result } from '@orch/controller-kit';
import { unlessRefused } from '../shared/refused-write.js';
import { clusterRoles, type ClusterRole } from './cluster-role.js';

/** Keeps the rules of one cluster role equal to those of the roles that its selectors fit. Source: D-087, D-092. */
@Reconciler({
  name: 'cluster-role-aggregation',
  watches: [
    watch(clusterRoles, {
      // A role that loses its label concerns the roles that had its rules: those with an aggregation rule are few, so all are reconciled.
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
    // Carries the resourceVersion that was judged: a role that changed meanwhile answers Conflict and is judged anew.
    await unlessRefused(() => this.client.replace({ ...role, rules }, { signal }));
    return DONE;
  }
}
