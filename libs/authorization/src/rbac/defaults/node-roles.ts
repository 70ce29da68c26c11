import type { FeatureGates, PolicyRule } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import { allow, bind, READ, user, type DefaultArea } from './default-role.js';

/** Roles of nodes and of what runs on them (D-099..D-101). `system:node` has no binding: mode Node authorizes nodes. */
export const nodeRoles: DefaultArea = (vocabulary, features) => {
  const { groups, systemNames } = vocabulary;
  const approval = `system:${groups.certificates}:certificatesigningrequests`;
  return {
    roles: [
      { name: 'system:node', rules: nodeRules(vocabulary, features) },
      {
        name: 'system:node-bootstrapper',
        rules: [allow('create get list watch', groups.certificates, 'certificatesigningrequests')],
      },
      {
        name: `${approval}:nodeclient`,
        rules: [allow('create', groups.certificates, 'certificatesigningrequests/nodeclient')],
      },
      {
        name: `${approval}:selfnodeclient`,
        rules: [allow('create', groups.certificates, 'certificatesigningrequests/selfnodeclient')],
      },
      {
        name: 'system:node-proxier',
        rules: [
          allow('list watch', '', 'services endpoints'),
          allow(READ, '', 'nodes'),
          ...eventRules(vocabulary),
          allow('list watch', groups.networking, 'servicecidrs'),
          allow('list watch', groups.discovery, 'endpointslices'),
        ],
      },
      {
        name: 'system:node-problem-detector',
        rules: [allow('get', '', 'nodes'), allow('patch', '', 'nodes/status'), ...eventRules(vocabulary)],
      },
      {
        name: systemNames.nodeApiAdmin,
        rules: [
          allow(READ, '', 'nodes'),
          allow('proxy', '', 'nodes'),
          allow('*', '', 'nodes/log nodes/metrics nodes/proxy nodes/stats'),
          allow('*', '', 'nodes/configz nodes/healthz nodes/pods'),
        ],
      },
    ],
    bindings: [
      bind('system:node-proxier', [user(systemNames.nodeProxy)]),
      { ...bind('system:node', []), subjects: [] },
    ],
  };
};

/** Rules of all nodes. Mode Node additionally checks the relationship of the node to each restricted object (D-078). */
export function nodeRules({ groups }: Vocabulary, features: FeatureGates): PolicyRule[] {
  return [
    allow('create', groups.authentication, 'tokenreviews'),
    allow('create', groups.authorization, 'subjectaccessreviews localsubjectaccessreviews'),
    allow(READ, '', 'services'),
    allow('create get list watch', '', 'nodes'),
    allow('update patch', '', 'nodes/status'),
    allow('update patch', '', 'nodes'),
    allow('create update patch', '', 'events'),
    allow(READ, '', 'pods'),
    allow('create delete', '', 'pods'),
    allow('update patch', '', 'pods/status'),
    allow('create', '', 'pods/eviction'),
    allow(READ, '', 'secrets configmaps'),
    allow('get', '', 'persistentvolumeclaims persistentvolumes'),
    allow('get', '', 'endpoints'),
    allow('create get list watch', groups.certificates, 'certificatesigningrequests'),
    allow('create delete get patch update', groups.coordination, 'leases'),
    allow('get', groups.storage, 'volumeattachments'),
    allow('create', '', 'serviceaccounts/token'),
    allow('get patch update', '', 'persistentvolumeclaims/status'),
    allow(READ, groups.storage, 'csidrivers'),
    allow('create delete get patch update', groups.storage, 'csinodes'),
    allow(READ, groups.node, 'runtimeclasses'),
    ...(features.enabled('DynamicResourceAllocation')
      ? [allow('get', groups.resource, 'resourceclaims'), allow('deletecollection', groups.resource, 'resourceslices')]
      : []),
  ];
}

/** Writing of events, in both of their API groups. */
export const eventRules = ({ groups }: Vocabulary): PolicyRule[] => [
  allow('create patch update', ` ${groups.events}`, 'events'),
];
