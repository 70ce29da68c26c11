import { FieldPath, type FieldError } from '@orch/apimachinery';
import { validateCounts, validateNotAbove } from './replica-counts.validation.js';

/** Status of a ReplicaSet and a ReplicationController. */
interface ReplicaStatus {
  readonly replicas?: number;
  readonly fullyLabeledReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly terminatingReplicas?: number;
  readonly observedGeneration?: number;
  readonly conditions?: readonly { readonly type?: string; readonly status?: string }[];
}

const STATUS = FieldPath.of('status');

export function validateReplicaStatus(status: ReplicaStatus = {}): FieldError[] {
  return [
    ...validateCounts(STATUS, status, [
      'replicas',
      'fullyLabeledReplicas',
      'readyReplicas',
      'availableReplicas',
      'terminatingReplicas',
      'observedGeneration',
    ]),
    ...validateNotAbove(
      STATUS,
      status,
      ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
      'replicas',
      'status.replicas',
    ),
    ...validateNotAbove(STATUS, status, ['availableReplicas'], 'readyReplicas'),
  ];
}
