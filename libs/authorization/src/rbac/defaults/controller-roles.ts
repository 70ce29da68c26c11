import type { FeatureGates, PolicyRule } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import { account, allow, bind, READ, type DefaultArea } from './default-role.js';
import { eventRules } from './node-roles.js';

/**
 * A role for each controller, bound to the service account of its name (D-101). Currently controllers run with more permissions.
 * Controllers of a feature have theirs while it is enabled.
 */
export const controllerRoles: DefaultArea = (vocabulary, features) => {
  const rules = Object.entries({ ...rulesOfControllers(vocabulary), ...rulesByFeature(vocabulary, features) });
  const nameOf = (controller: string): string => `system:controller:${controller}`;
  return {
    roles: rules.map(([controller, own]) => ({ name: nameOf(controller), rules: own })),
    bindings: rules.map(([controller]) =>
      bind(nameOf(controller), [account(vocabulary.namespaces.system, controller)]),
    ),
  };
};

function rulesOfControllers(vocabulary: Vocabulary): Record<string, PolicyRule[]> {
  const { groups, metricsGroups, signers } = vocabulary;
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
      ...events,
      allow('create delete get list watch', groups.storage, 'volumeattachments'),
      allow(READ, groups.storage, 'csidrivers'),
      allow(READ, groups.storage, 'csinodes'),
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
      allow('update', groups.batch, 'cronjobs/status'),
      allow('update', groups.batch, 'cronjobs/finalizers'),
      allow('delete list watch', '', 'pods'),
      ...events,
    ],
    'daemon-set-controller': [
      allow(READ, appsAndOld, 'daemonsets'),
      allow('update', appsAndOld, 'daemonsets/status'),
      allow('update', appsAndOld, 'daemonsets/finalizers'),
      allow('list watch', '', 'nodes'),
      allow('create delete list patch watch', '', 'pods'),
      allow('create', '', 'pods/binding'),
      allow('create delete get list patch update watch', groups.apps, 'controllerrevisions'),
      ...events,
    ],
    'deployment-controller': [
      allow('get list update watch', appsAndOld, 'deployments'),
      allow('update', appsAndOld, 'deployments/status'),
      allow('update', appsAndOld, 'deployments/finalizers'),
      allow('create delete get list patch update watch', appsAndOld, 'replicasets'),
      allow('get list update watch', '', 'pods'),
      ...events,
    ],
    'disruption-controller': [
      allow(READ, appsAndOld, 'deployments'),
      allow(READ, appsAndOld, 'replicasets'),
      allow(READ, '', 'replicationcontrollers'),
      allow(READ, groups.policy, 'poddisruptionbudgets'),
      allow(READ, groups.apps, 'statefulsets'),
      allow('update', groups.policy, 'poddisruptionbudgets/status'),
      allow('patch update', '', 'pods/status'),
      allow('get', '*', '*/scale'),
      ...events,
    ],
    'endpoint-controller': [
      allow(READ, '', 'pods services'),
      allow('create delete get list update watch', '', 'endpoints'),
      allow('create', '', 'endpoints/restricted'),
      ...events,
    ],
    'endpointslice-controller': [
      allow(READ, '', 'nodes pods services'),
      allow('update', '', 'services/finalizers'),
      allow('create delete get list update watch', groups.discovery, 'endpointslices'),
      ...events,
    ],
    'endpointslicemirroring-controller': [
      allow(READ, '', 'endpoints services'),
      allow('update', '', 'services/finalizers'),
      allow('update', '', 'endpoints/finalizers'),
      allow('create delete get list update watch', groups.discovery, 'endpointslices'),
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
      ...events,
      allow('get', '', 'services'),
    ],
    'generic-garbage-collector': [allow('delete get list patch update watch', '*', '*'), ...events],
    'horizontal-pod-autoscaler': [
      allow(READ, groups.autoscaling, 'horizontalpodautoscalers'),
      allow('update', groups.autoscaling, 'horizontalpodautoscalers/status'),
      allow('get update', '*', '*/scale'),
      allow('list watch', '', 'pods'),
      allow('list watch', metricsGroups.resource, 'pods'),
      allow(READ, metricsGroups.custom, '*'),
      allow(READ, metricsGroups.external, '*'),
      ...events,
    ],
    'job-controller': [
      allow('get list patch update watch', groups.batch, 'jobs'),
      allow('update', groups.batch, 'jobs/status'),
      allow('update', groups.batch, 'jobs/finalizers'),
      allow('create delete list patch watch', '', 'pods'),
      ...events,
    ],
    'legacy-service-account-token-cleaner': [
      allow('get', '', 'configmaps', vocabulary.tokenTrackingConfigMap),
      allow('delete patch', '', 'secrets'),
    ],
    'namespace-controller': [
      allow('delete get list watch', '', 'namespaces'),
      allow('update', '', 'namespaces/finalize namespaces/status'),
      allow('delete deletecollection get list watch', '*', '*'),
    ],
    'node-controller': [
      allow('delete get list patch update watch', '', 'nodes'),
      allow('patch update', '', 'nodes/status'),
      allow('patch update', '', 'pods/status'),
      allow('delete get list watch', '', 'pods'),
      ...events,
    ],
    'persistent-volume-binder': [
      allow('create delete get list update watch', '', 'persistentvolumes'),
      allow('update', '', 'persistentvolumes/status'),
      allow('get list update watch', '', 'persistentvolumeclaims'),
      allow('update', '', 'persistentvolumeclaims/status'),
      allow('create delete get list watch', '', 'pods'),
      allow(READ, groups.storage, 'storageclasses'),
      allow('list watch', '', 'nodes'),
      ...events,
      allow('watch', '', 'events'),
      allow('get', '', 'services'),
    ],
    'pod-garbage-collector': [
      allow('delete list watch', '', 'pods'),
      allow(READ, '', 'nodes'),
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
      allow('update', appsAndOld, 'replicasets/status'),
      allow('update', appsAndOld, 'replicasets/finalizers'),
      allow('create delete list patch watch', '', 'pods'),
      ...events,
    ],
    'replication-controller': [
      allow('get list update watch', '', 'replicationcontrollers'),
      allow('update', '', 'replicationcontrollers/status'),
      allow('update', '', 'replicationcontrollers/finalizers'),
      allow('create delete list patch watch', '', 'pods'),
      ...events,
    ],
    'resourcequota-controller': [
      allow('list watch', '*', '*'),
      allow('update', '', 'resourcequotas/status'),
      ...events,
    ],
    'root-ca-cert-publisher': [allow('create update', '', 'configmaps'), ...events],
    'route-controller': [allow('list watch', '', 'nodes'), allow('patch', '', 'nodes/status'), ...events],
    'selinux-warning-controller': [
      ...events,
      allow(READ, '', 'persistentvolumes'),
      allow(READ, '', 'persistentvolumeclaims'),
      allow(READ, '', 'pods'),
      allow(READ, groups.storage, 'csidrivers'),
    ],
    'service-account-controller': [allow('create', '', 'serviceaccounts'), ...events],
    'service-cidrs-controller': [
      allow('get list patch update watch', groups.networking, 'servicecidrs'),
      allow('patch update', groups.networking, 'servicecidrs/finalizers'),
      allow('patch update', groups.networking, 'servicecidrs/status'),
      allow(READ, groups.networking, 'ipaddresses'),
      ...events,
    ],
    'service-controller': [
      allow(READ, '', 'services'),
      allow('patch update', '', 'services/status'),
      allow('list watch', '', 'nodes'),
      ...events,
    ],
    'statefulset-controller': [
      allow('list watch', '', 'pods'),
      allow(READ, groups.apps, 'statefulsets'),
      allow('update', groups.apps, 'statefulsets/status'),
      allow('update', groups.apps, 'statefulsets/finalizers'),
      allow('create delete get patch update', '', 'pods'),
      allow('create delete get list patch update watch', groups.apps, 'controllerrevisions'),
      allow('create get list watch', '', 'persistentvolumeclaims'),
      ...events,
      allow('delete update', '', 'persistentvolumeclaims'),
      allow('update', '', 'pods/finalizers'),
    ],
    'ttl-after-finished-controller': [allow('delete get list watch', groups.batch, 'jobs'), ...events],
    'ttl-controller': [allow('list patch update watch', '', 'nodes'), ...events],
    'validatingadmissionpolicy-status-controller': [
      allow(READ, groups.admissionregistration, 'validatingadmissionpolicies'),
      allow('get patch update', groups.admissionregistration, 'validatingadmissionpolicies/status'),
      ...events,
    ],
  };
}

function rulesByFeature(vocabulary: Vocabulary, features: FeatureGates): Record<string, PolicyRule[]> {
  const { groups } = vocabulary;
  const events = eventRules(vocabulary);
  const allocation = features.enabled('DynamicResourceAllocation');
  return {
    ...(allocation && {
      'resource-claim-controller': [
        allow(READ, '', 'pods'),
        allow('update', '', 'pods/finalizers'),
        allow('create delete get list watch', groups.resource, 'resourceclaims'),
        allow('patch update', groups.resource, 'resourceclaims resourceclaims/status'),
        allow('patch update', '', 'pods/status'),
        ...events,
      ],
    }),
    ...(allocation &&
      features.enabled('DRADeviceTaints') && {
        'device-taint-eviction-controller': [
          allow('delete get list watch', '', 'pods'),
          allow('patch update', '', 'pods/status'),
          allow(READ, groups.resource, 'resourceclaims'),
          allow(READ, groups.resource, 'resourceslices'),
          allow(READ, groups.resource, 'deviceclasses'),
          allow(READ, groups.resource, 'devicetaintrules'),
          ...events,
        ],
      }),
    ...(features.enabled('VolumeAttributesClass') && {
      'volumeattributesclass-protection-controller': [
        allow(READ, '', 'persistentvolumeclaims'),
        allow(READ, '', 'persistentvolumes'),
        allow('get list update watch', groups.storage, 'volumeattributesclasses'),
        ...events,
      ],
    }),
  };
}
