import type { PolicyRule } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import { account, allow, allowPaths, bind, READ, type DefaultArea } from './default-role.js';
import { eventRules } from './node-roles.js';

/** A role for each controller, bound to the service account of its name (D-101). Currently controllers run with more permissions. */
export const controllerRoles: DefaultArea = (vocabulary) => {
  const rules = Object.entries(rulesOfControllers(vocabulary));
  const nameOf = (controller: string): string => `system:controller:${controller}`;
  return {
    roles: rules.map(([controller, own]) => ({ name: nameOf(controller), rules: own })),
    bindings: rules.map(([controller]) =>
      bind(nameOf(controller), [account(vocabulary.namespaces.system, controller)]),
    ),
  };
};

function rulesOfControllers(vocabulary: Vocabulary): Record<string, PolicyRule[]> {
  const { groups, signers } = vocabulary;
  const events = eventRules(vocabulary);
  const appsAndOld = `${groups.apps} ${groups.extensions}`;
  const signerNames = [
    signers.apiServerClient,
    signers.apiServerClientNode,
    signers.nodeServing,
    signers.legacyUnknown,
  ].join(' ');
  return {
    'attachdetach-controller': [
      allow('list watch', '', 'persistentvolumeclaims persistentvolumes'),
      allow(READ, '', 'nodes'),
      allow('patch update', '', 'nodes/status'),
      allow('list watch', '', 'pods'),
      allow('create delete get list watch', groups.storage, 'volumeattachments'),
      allow(READ, groups.storage, 'csidrivers csinodes'),
      ...events,
    ],
    'certificate-controller': [
      allow('delete get list watch', groups.certificates, 'certificatesigningrequests'),
      allow('update', groups.certificates, 'certificatesigningrequests/approval certificatesigningrequests/status'),
      allow('approve', groups.certificates, 'signers', signers.apiServerClientNode),
      allow('sign', groups.certificates, 'signers', signerNames),
      allow('create', groups.authorization, 'subjectaccessreviews'),
      ...events,
    ],
    'clusterrole-aggregation-controller': [allow('escalate get list patch update watch', groups.rbac, 'clusterroles')],
    'cronjob-controller': [
      allow('get list update watch', groups.batch, 'cronjobs'),
      allow('create delete get list patch update watch', groups.batch, 'jobs'),
      allow('update', groups.batch, 'cronjobs/status cronjobs/finalizers'),
      allow('delete list', '', 'pods'),
      ...events,
    ],
    'daemon-set-controller': [
      allow(READ, appsAndOld, 'daemonsets'),
      allow('update', appsAndOld, 'daemonsets/status daemonsets/finalizers'),
      allow('list watch', '', 'nodes'),
      allow('create delete list patch watch', '', 'pods'),
      allow('create', '', 'pods/binding'),
      allow('create delete get list patch update watch', groups.apps, 'controllerrevisions'),
      ...events,
    ],
    'deployment-controller': [
      allow('get list update watch', appsAndOld, 'deployments'),
      allow('update', appsAndOld, 'deployments/status deployments/finalizers'),
      allow('create delete get list patch update watch', appsAndOld, 'replicasets'),
      allow('get list update watch', '', 'pods'),
      ...events,
    ],
    'disruption-controller': [
      allow(READ, appsAndOld, 'deployments replicasets'),
      allow(READ, '', 'replicationcontrollers'),
      allow(READ, groups.policy, 'poddisruptionbudgets'),
      allow(READ, groups.apps, 'statefulsets'),
      allow('update', groups.policy, 'poddisruptionbudgets/status'),
      allow(READ, '', 'pods'),
      allow('get', '*', '*/scale'),
      ...events,
    ],
    'endpoint-controller': [
      allow(READ, '', 'pods services'),
      allow('create delete get list update', '', 'endpoints'),
      allow('create', '', 'endpoints/restricted'),
      ...events,
    ],
    'endpointslice-controller': [
      allow(READ, '', 'nodes pods services'),
      allow('update', '', 'services/finalizers'),
      allow('create delete get list update', groups.discovery, 'endpointslices'),
      ...events,
    ],
    'endpointslicemirroring-controller': [
      allow(READ, '', 'endpoints services'),
      allow('update', '', 'services/finalizers endpoints/finalizers'),
      allow('create delete get list update', groups.discovery, 'endpointslices'),
      ...events,
    ],
    'ephemeral-volume-controller': [
      allow(READ, '', 'pods'),
      allow('update', '', 'pods/finalizers'),
      allow('create get list watch', '', 'persistentvolumeclaims'),
      ...events,
    ],
    'expand-controller': [
      allow('get list patch update watch', '', 'persistentvolumes'),
      allow('patch update', '', 'persistentvolumeclaims/status'),
      allow(READ, '', 'persistentvolumeclaims'),
      allow(READ, groups.storage, 'storageclasses'),
      ...events,
    ],
    'generic-garbage-collector': [
      allow('delete get list patch update watch', '*', '*'),
      allowPaths('get', '/api', '/api/*', '/apis', '/apis/*'),
      ...events,
    ],
    'horizontal-pod-autoscaler': [
      allow(READ, groups.autoscaling, 'horizontalpodautoscalers'),
      allow('update', groups.autoscaling, 'horizontalpodautoscalers/status'),
      allow('get update', '*', '*/scale'),
      allow('list', '', 'pods'),
      ...events,
    ],
    'job-controller': [
      allow('get list patch update watch', groups.batch, 'jobs'),
      allow('update', groups.batch, 'jobs/status jobs/finalizers'),
      allow('create delete list patch watch', '', 'pods'),
      ...events,
    ],
    'namespace-controller': [
      allow('delete get list watch', '', 'namespaces'),
      allow('update', '', 'namespaces/finalize namespaces/status'),
      allow('delete deletecollection get list', '*', '*'),
      allowPaths('get', '/api', '/api/*', '/apis', '/apis/*'),
    ],
    'node-controller': [
      allow('delete get list patch update watch', '', 'nodes'),
      allow('patch update', '', 'nodes/status'),
      allow('patch update', '', 'pods/status'),
      allow('delete get list', '', 'pods'),
      ...events,
    ],
    'persistent-volume-binder': [
      allow('create delete get list update watch', '', 'persistentvolumes'),
      allow('update', '', 'persistentvolumes/status'),
      allow('get list update watch', '', 'persistentvolumeclaims'),
      allow('update', '', 'persistentvolumeclaims/status'),
      allow('create delete get list watch', '', 'pods'),
      allow(READ, groups.storage, 'storageclasses'),
      allow('get list', '', 'nodes'),
      ...events,
    ],
    'pod-garbage-collector': [
      allow('delete list watch', '', 'pods'),
      allow('get list', '', 'nodes'),
      allow('patch', '', 'pods/status'),
    ],
    'pv-protection-controller': [allow('get list update watch', '', 'persistentvolumes'), ...events],
    'pvc-protection-controller': [
      allow('get list update watch', '', 'persistentvolumeclaims'),
      allow(READ, '', 'pods'),
      ...events,
    ],
    'replicaset-controller': [
      allow('get list update watch', appsAndOld, 'replicasets'),
      allow('update', appsAndOld, 'replicasets/status replicasets/finalizers'),
      allow('create delete list patch watch', '', 'pods'),
      ...events,
    ],
    'replication-controller': [
      allow('get list update watch', '', 'replicationcontrollers'),
      allow('update', '', 'replicationcontrollers/status replicationcontrollers/finalizers'),
      allow('create delete list patch watch', '', 'pods'),
      ...events,
    ],
    'resourcequota-controller': [
      allow('list watch', '*', '*'),
      allow('update', '', 'resourcequotas/status'),
      ...events,
    ],
    'root-ca-cert-publisher': [
      allow('create get list update watch', '', 'configmaps'),
      allow(READ, '', 'namespaces'),
      ...events,
    ],
    'service-account-controller': [allow('create', '', 'serviceaccounts'), ...events],
    'statefulset-controller': [
      allow('list watch', '', 'pods'),
      allow(READ, groups.apps, 'statefulsets'),
      allow('update', groups.apps, 'statefulsets/status statefulsets/finalizers'),
      allow('create delete get patch update', '', 'pods'),
      allow('create delete get list patch update watch', groups.apps, 'controllerrevisions'),
      allow('create get list update watch', '', 'persistentvolumeclaims'),
      ...events,
    ],
    'ttl-after-finished-controller': [allow('delete get list watch', groups.batch, 'jobs'), ...events],
    'ttl-controller': [allow('list patch update watch', '', 'nodes'), ...events],
  };
}
