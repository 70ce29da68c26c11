import { FieldPath } from '@orch/apimachinery';
import { podTemplateWarnings } from '../../../core/v1/pod/pod-warnings.js';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import {
  validateStatefulSetSpec,
  validateStatefulSetSpecUpdate,
  validateStatefulSetStatus,
} from './stateful-set.validation.js';
import type { StatefulSet } from './stateful-set.types.js';

const TEMPLATE = FieldPath.of('spec', 'template');

export const statefulSetStrategy = (): Strategy<StatefulSet> => ({
  prepareForCreate: (set) => ({ ...set, status: { replicas: 0 } }),
  validateCreate: ({ spec }) => validateStatefulSetSpec(spec),
  validateUpdate: ({ spec }, old) => [
    ...validateStatefulSetSpec(spec),
    ...validateStatefulSetSpecUpdate(spec, old.spec),
  ],
  warnings: ({ spec }) => [
    ...podTemplateWarnings(TEMPLATE, spec?.template),
    ...historyWarnings(spec?.revisionHistoryLimit),
  ],
});

const historyWarnings = (limit = 0): string[] =>
  limit < 0
    ? ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended']
    : [];

export const statefulSetStatus = (): SubresourceStrategy<StatefulSet> =>
  statusSubresource<StatefulSet>({
    validateUpdate: ({ status }, old) => validateStatefulSetStatus(status, old.status),
  });
