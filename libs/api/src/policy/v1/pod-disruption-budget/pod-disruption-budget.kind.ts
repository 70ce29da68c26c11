import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { statusSubresource } from '../../../definition/status-subresource.js';
import { PodDisruptionBudget } from './pod-disruption-budget.types.js';
import { validatePodDisruptionBudget, validatePodDisruptionBudgetStatus } from './pod-disruption-budget.validation.js';

const amount = (value: number | string | undefined): string => (value === undefined ? 'N/A' : String(value));

export const podDisruptionBudgetKind: KindDeclaration = {
  type: PodDisruptionBudget,
  group: 'policy',
  version: 'v1',
  kind: 'PodDisruptionBudget',
  resource: 'poddisruptionbudgets',
  singular: 'poddisruptionbudget',
  shortNames: ['pdb'],
  namespaced: true,
  nameRule: 'path-segment',
  plainFinalizers: true,
  generation: true,
  deleteAnswers: 'status',
  unconditionalUpdate: false,
  columns: [
    NAME_COLUMN,
    column<PodDisruptionBudget>(
      { name: 'Min Available', type: 'string', description: 'The minimum number of pods that must be available.' },
      ({ spec }) => amount(spec?.minAvailable),
    ),
    column<PodDisruptionBudget>(
      { name: 'Max Unavailable', type: 'string', description: 'The maximum number of pods that may be unavailable.' },
      ({ spec }) => amount(spec?.maxUnavailable),
    ),
    column<PodDisruptionBudget>(
      {
        name: 'Allowed Disruptions',
        type: 'integer',
        description: 'Calculated number of pods that may be disrupted at this time.',
      },
      ({ status }) => status?.disruptionsAllowed ?? 0,
    ),
    AGE_COLUMN,
  ],
  strategy: () => ({ validateCreate: validatePodDisruptionBudget, validateUpdate: validatePodDisruptionBudget }),
  subresources: { status: () => statusSubresource({ validateUpdate: validatePodDisruptionBudgetStatus }) },
};
