import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { validateCopiedPod, validateCopySelector } from '../../../core/workload/copied-pod.validation.js';
import { workloadWarnings } from '../../../core/workload/workload-warnings.js';
import { validateCounts } from '../../../core/workload/replica-counts.validation.js';
import { validateReplicaStatus } from '../../../core/workload/replica-status.validation.js';
import type { ReplicaSet, ReplicaSetSpec } from './replica-set.types.js';

const SPEC = FieldPath.of('spec');

export const replicaSetStrategy = (vocabulary: Vocabulary): Strategy<ReplicaSet> => ({
  prepareForCreate: (set) => ({ ...set, status: { replicas: 0 } }),
  validateCreate: ({ spec }) => validateSpec(spec, vocabulary),
  validateUpdate: ({ spec }, old) => [
    ...validateSpec(spec, vocabulary),
    ...validateUnchanged<ReplicaSetSpec>(SPEC, spec, old.spec, ['selector']),
  ],
  warnings: (set) => workloadWarnings(set, set.spec?.template),
});

function validateSpec(spec: ReplicaSetSpec | undefined, vocabulary: Vocabulary): FieldError[] {
  if (!spec) return [fieldError.required(SPEC)];
  const { selector, replicas = 1 } = spec;
  return [
    ...validateCounts(SPEC, spec, ['replicas', 'minReadySeconds']),
    ...validateCopySelector(SPEC.child('selector'), selector, 'deployment'),
    ...validateCopiedPod(SPEC.child('template'), spec.template, { kind: 'ReplicaSet', selector, replicas }, vocabulary),
  ];
}

export const replicaSetStatus = (): SubresourceStrategy<ReplicaSet> =>
  statusSubresource<ReplicaSet>({ validateUpdate: ({ status }) => validateReplicaStatus(status) });
