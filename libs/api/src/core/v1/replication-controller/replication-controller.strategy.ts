import { fieldError, FieldPath, validateLabels, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { validateCopiedPod } from '../../workload/copied-pod.validation.js';
import { workloadWarnings } from '../../workload/workload-warnings.js';
import { validateCounts } from '../../workload/replica-counts.validation.js';
import { validateReplicaStatus } from '../../workload/replica-status.validation.js';
import type { ReplicationController, ReplicationControllerSpec } from './replication-controller.types.js';

const SPEC = FieldPath.of('spec');

export const replicationControllerStrategy = (vocabulary: Vocabulary): Strategy<ReplicationController> => ({
  prepareForCreate: (controller) => ({ ...controller, status: { replicas: 0 } }),
  validateCreate: ({ spec }) => validateSpec(spec, vocabulary),
  validateUpdate: ({ spec }) => validateSpec(spec, vocabulary),
  warnings: (controller) => workloadWarnings(controller, controller.spec?.template),
});

function validateSpec(spec: ReplicationControllerSpec | undefined, vocabulary: Vocabulary): FieldError[] {
  if (!spec) return [fieldError.required(SPEC)];
  const { template, replicas = 1, selector = {} } = spec;
  const path = SPEC.child('template');
  const copies = { kind: 'ReplicationController', selector: { matchLabels: selector }, replicas };
  return [
    ...validateCounts(SPEC, spec, ['minReadySeconds', 'replicas']),
    ...validateLabels(selector, SPEC.child('selector')),
    ...(Object.keys(selector).length === 0 ? [fieldError.required(SPEC.child('selector'))] : []),
    ...(template ? validateCopiedPod(path, template, copies, vocabulary) : [fieldError.required(path)]),
  ];
}

export const replicationControllerStatus = (): SubresourceStrategy<ReplicationController> =>
  statusSubresource<ReplicationController>({ validateUpdate: ({ status }) => validateReplicaStatus(status) });
