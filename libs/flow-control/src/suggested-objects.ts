import { EXEMPT } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import { AUTHENTICATED_GROUP, UNAUTHENTICATED_GROUP } from '@orch/authentication';
import {
  everyResource,
  everything,
  groups,
  inNamespaces,
  type LevelForm,
  limitedLevel,
  schema,
  type SchemaForm,
  serviceAccounts,
  users,
} from './object-forms.js';

const queuing = (queues: number, handSize: number) => ({ queues, handSize, queueLengthLimit: 50 });

/** Levels that operators may change, with the upstream numbers (D-226). */
export const suggestedLevels: readonly LevelForm[] = [
  limitedLevel('system', 30, 33, queuing(64, 6)),
  limitedLevel('node-high', 40, 25, queuing(64, 6)),
  limitedLevel('leader-election', 10, 0, queuing(16, 4)),
  limitedLevel('workload-high', 40, 50, queuing(128, 6)),
  limitedLevel('workload-low', 100, 90, queuing(128, 6)),
  limitedLevel('global-default', 20, 50, queuing(128, 6)),
];

const HEALTH_PATHS = ['/healthz', '/readyz', '/livez'];
const RENEW = ['get', 'create', 'update'];

/** Schemas that operators may change. */
export function suggestedSchemas(vocabulary: Vocabulary): readonly SchemaForm[] {
  const { controllerManager, scheduler } = vocabulary.componentUsers;
  const { system } = vocabulary.namespaces;
  const { coordination } = vocabulary.groups;
  const nodes = groups('system:nodes');
  const allUsers = groups(UNAUTHENTICATED_GROUP, AUTHENTICATED_GROUP);
  const systemAccounts = serviceAccounts(system, '*');
  const locks = [inNamespaces(RENEW, coordination, ['leases'])];
  const endpoints = inNamespaces(RENEW, '', ['endpoints']);
  return [
    schema('probes', 2, EXEMPT, undefined, [
      { subjects: allUsers, nonResourceRules: [{ verbs: ['get'], nonResourceURLs: HEALTH_PATHS }] },
    ]),
    schema('system-leader-election', 100, 'leader-election', 'ByUser', [
      { subjects: [...users(controllerManager, scheduler), ...systemAccounts], resourceRules: locks },
    ]),
    schema('endpoint-controller', 150, 'workload-high', 'ByUser', [
      {
        subjects: [
          ...users(controllerManager),
          ...serviceAccounts(system, 'endpoint-controller'),
          ...serviceAccounts(system, 'endpointslicemirroring-controller'),
        ],
        resourceRules: [endpoints],
      },
    ]),
    schema('workload-leader-election', 200, 'leader-election', 'ByUser', [
      {
        subjects: systemAccounts,
        resourceRules: [inNamespaces(RENEW, '', ['endpoints', 'configmaps']), ...locks],
      },
    ]),
    schema('system-node-high', 400, 'node-high', 'ByUser', [
      {
        subjects: nodes,
        resourceRules: [
          { ...everyResource, apiGroups: [''], resources: ['nodes', 'nodes/status'] },
          inNamespaces(['*'], coordination, ['leases']),
        ],
      },
    ]),
    schema('system-nodes', 500, 'system', 'ByUser', [everything(nodes)]),
    schema(withoutPrefix(controllerManager), 800, 'workload-high', 'ByNamespace', [
      everything(users(controllerManager)),
    ]),
    schema(withoutPrefix(scheduler), 800, 'workload-high', 'ByNamespace', [everything(users(scheduler))]),
    schema(`${system}-service-accounts`, 900, 'workload-high', 'ByNamespace', [everything(systemAccounts)]),
    schema('service-accounts', 9_000, 'workload-low', 'ByUser', [everything(groups('system:serviceaccounts'))]),
    schema('global-default', 9_900, 'global-default', 'ByUser', [everything(allUsers)]),
  ];
}

const withoutPrefix = (user: string): string => user.slice('system:'.length);
