import { keyOf } from '@orch/client';
import { watch } from '@orch/controller-kit';
import type { ControllerEntry } from '../controller-entry.js';
import { clusterRoles } from './cluster-role.js';
import { ClusterRoleAggregationReconciler } from './reconciler.js';

export const clusterRoleAggregation: ControllerEntry = {
  name: 'cluster-role-aggregation',
  aliases: ['clusterrole-aggregation', 'clusterrole-aggregation-controller'],
  defaultOn: true,
  summary: 'Gathers the rules of cluster roles that are made of others.',
  flags: [],
  declare: () => [
    {
      name: 'cluster-role-aggregation',
      watches: [
        watch(clusterRoles, {
          // A role that loses its label concerns whoever had its rules: those that gather are few, so all of them look.
          mapToKeys: (_role, informers) =>
            informers
              .lister(clusterRoles)
              .list(({ aggregationRule }) => aggregationRule !== undefined)
              .map(keyOf),
        }),
      ],
      reconciler: ({ client, informers }) =>
        new ClusterRoleAggregationReconciler(informers.lister(clusterRoles), client.resource(clusterRoles)),
    },
  ],
};
