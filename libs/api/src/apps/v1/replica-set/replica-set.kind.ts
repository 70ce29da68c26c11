import { AGE_COLUMN, NAME_COLUMN } from '../../../definition/columns.js';
import { fieldReader } from '../../../definition/field-reader.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { scaleSubresource } from '../../../core/workload/scale-subresource.js';
import { templateDefaults } from '../../../core/workload/template-defaults.js';
import {
  containerColumns,
  countColumn,
  selectorColumn,
  selectorText,
} from '../../../core/workload/workload-columns.js';
import { replicaSetStatus, replicaSetStrategy } from './replica-set.strategy.js';
import { ReplicaSet } from './replica-set.types.js';

export const replicaSetKind: KindDeclaration = {
  type: ReplicaSet,
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  resource: 'replicasets',
  singular: 'replicaset',
  shortNames: ['rs'],
  categories: ['all'],
  namespaced: true,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'status',
  selectableFields: { 'status.replicas': (set) => fieldReader('status', 'replicas')(set) || '0' },
  columns: [
    NAME_COLUMN,
    countColumn<ReplicaSet>('Desired', 'Desired number of pods.', ({ spec }) => spec?.replicas),
    countColumn<ReplicaSet>('Current', 'Current number of pods.', ({ status }) => status?.replicas),
    countColumn<ReplicaSet>(
      'Ready',
      'The number of non-terminating pods targeted by this ReplicaSet with a Ready Condition.',
      ({ status }) => status?.readyReplicas,
    ),
    AGE_COLUMN,
    ...containerColumns<ReplicaSet>(({ spec }) => spec?.template),
    selectorColumn<ReplicaSet>(({ spec }) => spec?.selector),
  ],
  strategy: replicaSetStrategy,
  defaults: templateDefaults,
  subresources: {
    status: replicaSetStatus,
    scale: scaleSubresource<ReplicaSet>(({ spec }) => selectorText(spec?.selector)),
  },
};
