import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { countColumn } from '../../../core/workload/workload-columns.js';
import { horizontalPodAutoscalerDefaults } from './horizontal-pod-autoscaler.defaults.js';
import {
  horizontalPodAutoscalerStatus,
  horizontalPodAutoscalerStrategy,
} from './horizontal-pod-autoscaler.strategy.js';
import { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.types.js';
import { targetsText } from './metric-cells.js';

const text = (name: string, description: string, value: (autoscaler: HorizontalPodAutoscaler) => string) =>
  column<HorizontalPodAutoscaler>({ name, type: 'string', description }, value);

export const horizontalPodAutoscalerKind: KindDeclaration = {
  type: HorizontalPodAutoscaler,
  group: 'autoscaling',
  version: 'v2',
  kind: 'HorizontalPodAutoscaler',
  resource: 'horizontalpodautoscalers',
  singular: 'horizontalpodautoscaler',
  shortNames: ['hpa'],
  categories: ['all'],
  namespaced: true,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'status',
  columns: [
    NAME_COLUMN,
    text('Reference', 'Scaled object.', ({ spec }) => `${spec?.scaleTargetRef?.kind}/${spec?.scaleTargetRef?.name}`),
    text('Targets', 'Current and target values of the metrics.', targetsText),
    text('MinPods', 'Lower limit of the number of pods.', ({ spec }) => String(spec?.minReplicas ?? '<unset>')),
    countColumn<HorizontalPodAutoscaler>(
      'MaxPods',
      'Upper limit of the number of pods.',
      ({ spec }) => spec?.maxReplicas,
      'string',
    ),
    countColumn<HorizontalPodAutoscaler>(
      'Replicas',
      'Current number of pods.',
      ({ status }) => status?.currentReplicas,
      'string',
    ),
    AGE_COLUMN,
  ],
  strategy: horizontalPodAutoscalerStrategy,
  defaults: horizontalPodAutoscalerDefaults,
  subresources: { status: horizontalPodAutoscalerStatus },
};
