import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { scaleSubresource } from '../../../core/workload/scale-subresource.js';
import { containerColumns, selectorText } from '../../../core/workload/workload-columns.js';
import { statefulSetDefaults } from './stateful-set.defaults.js';
import { statefulSetStatus, statefulSetStrategy } from './stateful-set.strategy.js';
import { StatefulSet } from './stateful-set.types.js';

export const statefulSetKind: KindDeclaration = {
  type: StatefulSet,
  group: 'apps',
  version: 'v1',
  kind: 'StatefulSet',
  resource: 'statefulsets',
  singular: 'statefulset',
  shortNames: ['sts'],
  categories: ['all'],
  namespaced: true,
  nameRule: 'dns-label',
  generation: true,
  deleteAnswers: 'status',
  columns: [
    NAME_COLUMN,
    column<StatefulSet>(
      { name: 'Ready', type: 'string', description: 'Number of the pod with ready state' },
      ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
    ),
    AGE_COLUMN,
    ...containerColumns<StatefulSet>(({ spec }) => spec?.template),
  ],
  strategy: statefulSetStrategy,
  defaults: statefulSetDefaults,
  subresources: {
    status: statefulSetStatus,
    scale: scaleSubresource<StatefulSet>(({ spec }) => selectorText(spec?.selector)),
  },
};
