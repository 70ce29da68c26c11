import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import {
  validateStatefulSetSpec,
  validateStatefulSetSpecUpdate,
  validateStatefulSetStatus,
} from './stateful-set.validation.js';
import type { StatefulSet } from './stateful-set.types.js';

export const statefulSetStrategy = (): Strategy<StatefulSet> => ({
  prepareForCreate: (set) => ({ ...set, status: { replicas: 0 } }),
  validateCreate: ({ spec }) => validateStatefulSetSpec(spec),
  validateUpdate: ({ spec }, old) => [
    ...validateStatefulSetSpec(spec),
    ...validateStatefulSetSpecUpdate(spec, old.spec),
  ],
  warnings: ({ spec }) => warnings(spec?.revisionHistoryLimit),
});

const warnings = (historyLimit: number | undefined): string[] =>
  historyLimit !== undefined && historyLimit < 0
    ? ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended']
    : [];

export const statefulSetStatus = (): SubresourceStrategy<StatefulSet> =>
  statusSubresource<StatefulSet>({
    validateUpdate: ({ status }, old) => validateStatefulSetStatus(status, old.status),
  });
