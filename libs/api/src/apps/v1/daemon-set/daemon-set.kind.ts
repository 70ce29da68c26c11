import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { containerColumns, countColumn, labelsText, selectorColumn } from '../../../core/workload/workload-columns.js';
import { daemonSetDefaults } from './daemon-set.defaults.js';
import { daemonSetStatus, daemonSetStrategy } from './daemon-set.strategy.js';
import { DaemonSet } from './daemon-set.types.js';

export const daemonSetKind: KindDeclaration = {
  type: DaemonSet,
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  resource: 'daemonsets',
  singular: 'daemonset',
  shortNames: ['ds'],
  categories: ['all'],
  namespaced: true,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'status',
  columns: [
    NAME_COLUMN,
    countColumn<DaemonSet>(
      'Desired',
      'Number of nodes that should run a pod.',
      ({ status }) => status?.desiredNumberScheduled,
    ),
    countColumn<DaemonSet>(
      'Current',
      'Number of nodes that should run a pod and do.',
      ({ status }) => status?.currentNumberScheduled,
    ),
    countColumn<DaemonSet>('Ready', 'Number of nodes with a ready pod.', ({ status }) => status?.numberReady),
    countColumn<DaemonSet>(
      'Up-to-date',
      'The total number of nodes that are running updated daemon pod',
      (s) => s.status?.updatedNumberScheduled,
    ),
    countColumn<DaemonSet>('Available', 'Number of nodes with an available pod.', (s) => s.status?.numberAvailable),
    column<DaemonSet>(
      { name: 'Node Selector', type: 'string', description: 'Labels that a node must have.' },
      ({ spec }) => labelsText(spec?.template?.spec?.nodeSelector),
    ),
    AGE_COLUMN,
    ...containerColumns<DaemonSet>(({ spec }) => spec?.template),
    selectorColumn<DaemonSet>(({ spec }) => spec?.selector),
  ],
  strategy: daemonSetStrategy,
  defaults: daemonSetDefaults,
  subresources: { status: daemonSetStatus },
};
