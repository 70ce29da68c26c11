import { CLUSTER_INFO } from './cluster-info.js';
import {
  account,
  allow,
  bindIn,
  AUTHENTICATED,
  READ,
  UNAUTHENTICATED,
  user,
  type DefaultArea,
} from './default-role.js';
import { eventRules } from './node-roles.js';

/** The ConfigMap with the authentication settings for other API servers (D-065). */
const AUTHENTICATION_SETTINGS = 'extension-apiserver-authentication';
const CLUSTER_INFO_READER = 'system:cluster-info-reader';

/**
 * Roles in the system namespaces. All users, also unauthenticated ones, may read the ConfigMap with which new nodes discover the server and
 * its CA (C-158): it is signed with the bootstrap token of the node, so that it can be verified before the server is trusted.
 */
export const namespaceRoles: DefaultArea = (vocabulary) => {
  const { groups, namespaces, systemNames } = vocabulary;
  const { system } = namespaces;
  const scheduler = systemNames.scheduler.slice('system:'.length);
  const manager = systemNames.controllerManager.slice('system:'.length);
  const leaderLock = (name: string) => [
    allow('watch', '', 'configmaps'),
    allow('get update', '', 'configmaps', name),
    allow('create get list update watch', groups.coordination, 'leases'),
    allow('create get list update watch', groups.coordination, 'leasecandidates'),
  ];
  return {
    roles: [
      {
        namespace: namespaces.public,
        name: CLUSTER_INFO_READER,
        rules: [allow('get', '', 'configmaps', CLUSTER_INFO)],
      },
      {
        namespace: namespaces.public,
        name: 'system:controller:bootstrap-signer',
        rules: [
          allow(READ, '', 'configmaps'),
          allow('update', '', 'configmaps', CLUSTER_INFO),
          ...eventRules(vocabulary),
        ],
      },
      {
        namespace: system,
        name: 'extension-apiserver-authentication-reader',
        rules: [allow(READ, '', 'configmaps', AUTHENTICATION_SETTINGS)],
      },
      { namespace: system, name: 'system:controller:bootstrap-signer', rules: [allow(READ, '', 'secrets')] },
      {
        namespace: system,
        name: 'system:controller:token-cleaner',
        rules: [allow('delete get list watch', '', 'secrets'), ...eventRules(vocabulary)],
      },
      {
        namespace: system,
        name: 'system:controller:cloud-provider',
        rules: [allow('create get list watch', '', 'configmaps')],
      },
      { namespace: system, name: `system::leader-locking-${manager}`, rules: leaderLock(manager) },
      { namespace: system, name: `system::leader-locking-${scheduler}`, rules: leaderLock(scheduler) },
    ],
    bindings: [
      bindIn(namespaces.public, CLUSTER_INFO_READER, [AUTHENTICATED, UNAUTHENTICATED]),
      bindIn(namespaces.public, 'system:controller:bootstrap-signer', [account(system, 'bootstrap-signer')]),
      bindIn(
        system,
        'extension-apiserver-authentication-reader',
        [user(systemNames.controllerManager), user(systemNames.scheduler)],
        'system::extension-apiserver-authentication-reader',
      ),
      bindIn(system, 'system:controller:bootstrap-signer', [account(system, 'bootstrap-signer')]),
      bindIn(system, 'system:controller:token-cleaner', [account(system, 'token-cleaner')]),
      bindIn(system, 'system:controller:cloud-provider', [account(system, 'cloud-provider')]),
      bindIn(system, `system::leader-locking-${manager}`, [
        user(systemNames.controllerManager),
        account(system, manager),
        account(system, 'leader-election-controller'),
      ]),
      bindIn(system, `system::leader-locking-${scheduler}`, [user(systemNames.scheduler), account(system, scheduler)]),
    ],
  };
};
