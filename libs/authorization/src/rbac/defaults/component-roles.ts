import type { PolicyRule } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import { account, allow, ALL, bind, READ, user, type DefaultArea, type DefaultRole } from './default-role.js';
import { eventRules } from './node-roles.js';

/** Roles of cluster components other than the server (D-101). */
export const componentRoles: DefaultArea = (vocabulary, features) => {
  const { groups, namespaces, systemNames } = vocabulary;
  const scheduler = systemNames.scheduler.slice(systemNames.scheduler.indexOf(':') + 1);
  return {
    roles: [
      {
        name: 'system:auth-delegator',
        rules: [
          allow('create', groups.authentication, 'tokenreviews'),
          allow('create', groups.authorization, 'subjectaccessreviews'),
        ],
      },
      {
        name: systemNames.scheduler,
        rules: [
          ...eventRules(vocabulary),
          allow('create', groups.coordination, 'leases'),
          allow('get list update watch', groups.coordination, 'leases', scheduler),
          allow(ALL, groups.coordination, 'leasecandidates'),
          allow(READ, '', 'nodes'),
          allow('delete get list watch', '', 'pods'),
          allow('create', '', 'bindings pods/binding'),
          allow('patch update', '', 'pods/status'),
          allow(READ, '', 'replicationcontrollers services'),
          allow(READ, `${groups.apps} ${groups.extensions}`, 'replicasets'),
          allow(READ, groups.apps, 'statefulsets'),
          allow(READ, groups.policy, 'poddisruptionbudgets'),
          allow(READ, '', 'persistentvolumeclaims persistentvolumes'),
          allow('create', groups.authentication, 'tokenreviews'),
          allow('create', groups.authorization, 'subjectaccessreviews'),
          allow(READ, groups.storage, 'csinodes'),
          allow(READ, groups.storage, 'volumeattachments'),
          allow(READ, '', 'namespaces'),
          allow(READ, groups.storage, 'csidrivers'),
          allow(READ, groups.storage, 'csistoragecapacities'),
          ...(features.enabled('DynamicResourceAllocation') ? deviceRules(vocabulary) : []),
        ],
      },
      {
        name: systemNames.controllerManager,
        rules: [
          ...eventRules(vocabulary),
          allow('create', groups.coordination, 'leases'),
          allow('get update', groups.coordination, 'leases', systemNames.controllerManager.slice('system:'.length)),
          allow('create', '', 'secrets serviceaccounts'),
          allow('delete', '', 'secrets'),
          allow('get', '', 'configmaps namespaces secrets serviceaccounts'),
          allow('update', '', 'secrets serviceaccounts'),
          allow('create', groups.authentication, 'tokenreviews'),
          allow('create', groups.authorization, 'subjectaccessreviews'),
          allow('list watch', '*', '*'),
          allow('create', '', 'serviceaccounts/token'),
        ],
      },
      {
        name: 'system:volume-scheduler',
        rules: [
          allow('get list patch update watch', '', 'persistentvolumes'),
          allow(READ, groups.storage, 'storageclasses'),
          allow('get list patch update watch', '', 'persistentvolumeclaims'),
        ],
      },
      {
        name: 'system:persistent-volume-provisioner',
        rules: [
          allow('create delete get list watch', '', 'persistentvolumes'),
          allow('get list update watch', '', 'persistentvolumeclaims'),
          allow(READ, groups.storage, 'storageclasses'),
          allow('watch', '', 'events'),
          ...eventRules(vocabulary),
        ],
      },
      {
        name: 'system:heapster',
        rules: [allow(READ, '', 'events namespaces nodes pods'), allow(READ, groups.extensions, 'deployments')],
      },
      {
        name: systemNames.dns,
        rules: [allow('list watch', '', 'endpoints services')],
      },
      { name: systemNames.aggregator, rules: [allow(READ, '', 'endpoints services')] },
      ...approverRoles(vocabulary),
    ],
    bindings: [
      bind(systemNames.scheduler, [user(systemNames.scheduler)]),
      bind('system:volume-scheduler', [user(systemNames.scheduler)]),
      bind(systemNames.controllerManager, [user(systemNames.controllerManager)]),
      bind(systemNames.dns, [account(namespaces.system, systemNames.dns.slice('system:'.length))]),
    ],
  };
};

/** What a scheduler needs to allocate devices: without it, it waits for these lists before it schedules the first pod. */
const deviceRules = ({ groups }: Vocabulary): PolicyRule[] => [
  allow(READ, groups.resource, 'deviceclasses'),
  allow('get list patch update watch', groups.resource, 'resourceclaims'),
  allow('get list patch update watch', groups.resource, 'resourceclaims/status'),
  allow('get list patch update watch', '', 'pods/finalizers'),
  allow(READ, groups.resource, 'resourceslices'),
  allow(READ, groups.resource, 'devicetaintrules'),
];

/** One role for each built-in signer, which allows approving requests for it. */
function approverRoles({ groups, signers }: Vocabulary): DefaultRole[] {
  return [signers.apiServerClient, signers.apiServerClientNode, signers.nodeServing, signers.legacyUnknown].map(
    (signer) => ({
      name: `system:${groups.certificates}:${signer.slice(signer.indexOf('/') + 1)}-approver`,
      rules: [allow('approve', groups.certificates, 'signers', signer)],
    }),
  );
}
