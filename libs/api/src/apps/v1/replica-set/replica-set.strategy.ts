import { fieldError, FieldPath, goLabelSelector, type FieldError } from '@orch/apimachinery';
import { rulesOfUpdate } from '../../../core/v1/pod/pod-rules.js';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import type { PodRules } from '../../../core/v1/pod/pod-rules.js';
import { validateCopySelector, validateSelectedCopies } from '../../../core/workload/copied-pod.validation.js';
import { workloadWarnings } from '../../../core/workload/workload-warnings.js';
import { validateCounts } from '../../../core/workload/replica-counts.validation.js';
import { validateReplicaStatus } from '../../../core/workload/replica-status.validation.js';
import type { ReplicaSet, ReplicaSetSpec } from './replica-set.types.js';

const SPEC = FieldPath.of('spec');

export const replicaSetStrategy = (): Strategy<ReplicaSet> => ({
  prepareForCreate: (set) => ({ ...set, status: { replicas: 0 } }),
  validateCreate: ({ spec }, context) => validateSpec(spec, context),
  validateUpdate: ({ spec }, old, context) => [
    ...validateSpec(spec, rulesOfUpdate(context, old.spec?.template)),
    ...validateUnchanged<ReplicaSetSpec>(SPEC, spec, old.spec, ['selector'], { selector: goLabelSelector }),
  ],
  warnings: workloadWarnings,
});

function validateSpec(spec: ReplicaSetSpec | undefined, rules: PodRules): FieldError[] {
  if (!spec) return [fieldError.required(SPEC)];
  const { selector } = spec;
  return [
    ...validateCounts(SPEC, spec, ['replicas', 'minReadySeconds']),
    ...validateCopySelector(SPEC.child('selector'), selector, 'deployment'),
    ...validateSelectedCopies(SPEC.child('template'), spec.template, { kind: 'ReplicaSet', selector }, rules),
  ];
}

export const replicaSetStatus = (): SubresourceStrategy<ReplicaSet> =>
  statusSubresource<ReplicaSet>({ validateUpdate: ({ status }) => validateReplicaStatus(status) });
