import { controllerEntry } from '../controller-entry.js';

export const clusterRoleAggregation = controllerEntry({
  name: 'cluster-role-aggregation',
  aliases: ['clusterrole-aggregation', 'clusterrole-aggregation-controller'],
  defaultOn: true,
  summary: 'Aggregates the rules of cluster roles.',
  flags: [],
  load: async () => (await import('./cluster-role-aggregation.module.js')).ClusterRoleAggregationModule,
});
