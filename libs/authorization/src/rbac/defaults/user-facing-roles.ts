import type { FeatureGates, PolicyRule } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import { allow, ALL, READ, WRITE, type DefaultArea, type DefaultRole } from './default-role.js';

/**
 * Roles for users of a namespace (D-092..D-095): `view` reads, `edit` writes too, `admin` also grants permissions to others. Each is aggregated
 * from the roles with its label, so that new kinds can be added.
 */
export const userFacingRoles: DefaultArea = (vocabulary, features) => {
  const to = (kind: Kind): string => vocabulary.labels.aggregateToPrefix + kind;
  const gathered = (name: Kind, from: Kind[], ...into: Kind[]): DefaultRole => ({
    name,
    rules: [],
    labels: Object.fromEntries(into.map((kind) => [to(kind), 'true'])),
    aggregationRule: { clusterRoleSelectors: from.map((kind) => ({ matchLabels: { [to(kind)]: 'true' } })) },
  });
  const part = (kind: Kind, rules: readonly PolicyRule[]): DefaultRole => ({
    name: `system:aggregate-to-${kind}`,
    rules,
    labels: { [to(kind)]: 'true' },
  });
  return {
    roles: [
      gathered('admin', ['admin']),
      gathered('edit', ['edit'], 'admin'),
      gathered('view', ['view'], 'edit'),
      part('admin', adminRules(vocabulary)),
      part('edit', editRules(vocabulary, features)),
      part('view', viewRules(vocabulary, features)),
    ],
    bindings: [],
  };
};

type Kind = 'admin' | 'edit' | 'view';

const WORKLOADS = 'daemonsets deployments replicasets statefulsets';
const SCALED = 'deployments/scale replicasets/scale statefulsets/scale';

function adminRules({ groups }: Vocabulary): PolicyRule[] {
  return [
    allow('create', groups.authorization, 'localsubjectaccessreviews'),
    allow(ALL, groups.rbac, 'roles rolebindings'),
  ];
}

function editRules({ groups }: Vocabulary, features: FeatureGates): PolicyRule[] {
  return [
    allow(READ, '', 'pods/attach pods/proxy pods/exec pods/portforward secrets services/proxy'),
    allow('impersonate', '', 'serviceaccounts'),
    allow(WRITE, '', 'pods pods/attach pods/exec pods/portforward pods/proxy'),
    allow('create', '', 'pods/eviction'),
    allow(
      WRITE,
      '',
      'configmaps events persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets serviceaccounts services services/proxy',
    ),
    allow('create', '', 'serviceaccounts/token'),
    allow(WRITE, groups.apps, `${WORKLOADS} ${SCALED} deployments/rollback`),
    allow(WRITE, groups.autoscaling, 'horizontalpodautoscalers'),
    allow(WRITE, groups.batch, 'cronjobs jobs'),
    allow(
      WRITE,
      groups.extensions,
      'daemonsets deployments deployments/rollback deployments/scale ingresses networkpolicies replicasets replicasets/scale replicationcontrollers/scale',
    ),
    allow(WRITE, groups.policy, 'poddisruptionbudgets'),
    allow(WRITE, groups.networking, 'ingresses networkpolicies'),
    allow(ALL, groups.coordination, 'leases'),
    ...(features.enabled('DynamicResourceAllocation')
      ? [allow(WRITE, groups.resource, 'resourceclaims resourceclaimtemplates')]
      : []),
  ];
}

function viewRules({ groups }: Vocabulary, features: FeatureGates): PolicyRule[] {
  return [
    allow(
      READ,
      '',
      'configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods replicationcontrollers replicationcontrollers/scale serviceaccounts services services/status',
    ),
    allow(
      READ,
      '',
      'bindings events limitranges namespaces/status pods/log pods/status replicationcontrollers/status resourcequotas resourcequotas/status',
    ),
    allow(READ, '', 'namespaces'),
    allow(READ, groups.discovery, 'endpointslices'),
    allow(
      READ,
      groups.apps,
      `controllerrevisions ${WORKLOADS} ${SCALED} daemonsets/status deployments/status replicasets/status statefulsets/status`,
    ),
    allow(READ, groups.autoscaling, 'horizontalpodautoscalers horizontalpodautoscalers/status'),
    allow(READ, groups.batch, 'cronjobs cronjobs/status jobs jobs/status'),
    allow(
      READ,
      groups.extensions,
      'daemonsets daemonsets/status deployments deployments/scale deployments/status ingresses ingresses/status networkpolicies replicasets replicasets/scale replicasets/status replicationcontrollers/scale',
    ),
    allow(READ, groups.policy, 'poddisruptionbudgets poddisruptionbudgets/status'),
    allow(READ, groups.networking, 'ingresses ingresses/status networkpolicies'),
    ...(features.enabled('DynamicResourceAllocation')
      ? [allow(READ, groups.resource, 'resourceclaims resourceclaims/status resourceclaimtemplates')]
      : []),
  ];
}
