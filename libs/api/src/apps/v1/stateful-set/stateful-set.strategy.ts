import { FieldPath } from '@orch/apimachinery';
import { rulesOfUpdate } from '../../../core/v1/pod/pod-rules.js';
import { claimSpecWarnings } from '../../../core/v1/persistent-volume-claim/claim-warnings.js';
import { templateWarnings } from '../../../core/workload/workload-warnings.js';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import {
  validateStatefulSetSpec,
  validateStatefulSetSpecUpdate,
  validateStatefulSetStatus,
} from './stateful-set.validation.js';
import { checkName } from '../../../validation/names.js';
import type { StatefulSet } from './stateful-set.types.js';

const CLAIMS = FieldPath.of('spec', 'volumeClaimTemplates');

export const statefulSetStrategy = (): Strategy<StatefulSet> => ({
  prepareForCreate: (set) => ({ ...set, status: { replicas: 0 } }),
  validateCreate: ({ spec }, context) => [
    ...validateStatefulSetSpec(spec, context),
    ...checkName(FieldPath.of('spec', 'serviceName'), spec?.serviceName, 'dns-label'),
  ],
  validateUpdate: ({ spec }, old, context) => [
    ...validateStatefulSetSpec(spec, rulesOfUpdate(context, old.spec?.template)),
    ...validateStatefulSetSpecUpdate(spec, old.spec),
  ],
  warnings: (set, context, old) => [
    ...templateWarnings(set, context, old),
    ...(set.spec?.volumeClaimTemplates ?? []).flatMap(({ spec }, index) =>
      spec ? claimSpecWarnings(claimPath(index, old !== undefined), spec) : [],
    ),
    ...historyWarnings(set.spec?.revisionHistoryLimit),
  ],
});

/** The reference server names the claim itself on create, and on update a `Spec` in it. */
const claimPath = (index: number, isUpdate: boolean): FieldPath =>
  isUpdate ? CLAIMS.index(index).child('Spec') : CLAIMS.index(index);

const historyWarnings = (limit = 0): string[] =>
  limit < 0
    ? ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended']
    : [];

export const statefulSetStatus = (): SubresourceStrategy<StatefulSet> =>
  statusSubresource<StatefulSet>({
    validateUpdate: ({ status }, old) => validateStatefulSetStatus(status, old.status),
  });
