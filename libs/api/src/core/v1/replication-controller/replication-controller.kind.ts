import { AGE_COLUMN, column, NAME_COLUMN, WIDE } from '../../../definition/columns.js';
import { fieldReader } from '../../../definition/field-reader.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { scaleSubresource } from '../../workload/scale-subresource.js';
import { containerColumns, countColumn, labelsText, selectorText } from '../../workload/workload-columns.js';
import { replicationControllerDefaults } from './replication-controller.defaults.js';
import { replicationControllerStatus, replicationControllerStrategy } from './replication-controller.strategy.js';
import { ReplicationController } from './replication-controller.types.js';

export const replicationControllerKind: KindDeclaration = {
  type: ReplicationController,
  group: 'core',
  version: 'v1',
  kind: 'ReplicationController',
  resource: 'replicationcontrollers',
  singular: 'replicationcontroller',
  shortNames: ['rc'],
  categories: ['all'],
  namespaced: true,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'status',
  defaultPropagation: 'Orphan',
  selectableFields: { 'status.replicas': (controller) => fieldReader('status', 'replicas')(controller) || '0' },
  columns: [
    NAME_COLUMN,
    countColumn<ReplicationController>('Desired', 'Desired number of pods.', ({ spec }) => spec?.replicas),
    countColumn<ReplicationController>('Current', 'Current number of pods.', ({ status }) => status?.replicas),
    countColumn<ReplicationController>(
      'Ready',
      'The number of ready replicas for this replication controller.',
      ({ status }) => status?.readyReplicas,
    ),
    AGE_COLUMN,
    ...containerColumns<ReplicationController>(({ spec }) => spec?.template),
    column<ReplicationController>(
      { name: 'Selector', type: 'string', priority: WIDE, description: 'Label selector of the counted pods.' },
      ({ spec }) => labelsText(spec?.selector),
    ),
  ],
  strategy: replicationControllerStrategy,
  defaults: replicationControllerDefaults,
  subresources: {
    status: replicationControllerStatus,
    scale: scaleSubresource<ReplicationController>(({ spec }) =>
      spec?.selector ? selectorText({ matchLabels: spec.selector }) : '',
    ),
  },
};
