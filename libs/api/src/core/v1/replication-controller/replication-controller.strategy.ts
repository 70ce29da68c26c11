import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { rulesOfUpdate } from '../pod/pod-rules.js';
import { statusSubresource } from '../../../definition/status-subresource.js';
import { reportedTwice } from '../../../validation/reported-twice.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import type { PodRules } from '../pod/pod-rules.js';
import type { PodTemplateSpec } from '../pod/pod-template-spec.js';
import { unmatchedLabels, validateCopies } from '../../workload/copied-pod.validation.js';
import { workloadWarnings } from '../../workload/workload-warnings.js';
import { validateCounts } from '../../workload/replica-counts.validation.js';
import { validateReplicaStatus } from '../../workload/replica-status.validation.js';
import type { ReplicationController, ReplicationControllerSpec } from './replication-controller.types.js';

const SPEC = FieldPath.of('spec');

export const replicationControllerStrategy = (): Strategy<ReplicationController> => ({
  prepareForCreate: (controller) => ({ ...controller, status: { replicas: 0 } }),
  validateCreate: ({ spec }, context) => validateSpec(spec, context),
  validateUpdate: ({ spec }, old, context) =>
    reportedTwice(validateSpec(spec, rulesOfUpdate(context, old.spec?.template))),
  warnings: workloadWarnings,
});

function validateSpec(spec: ReplicationControllerSpec | undefined, rules: PodRules): FieldError[] {
  if (!spec) return [fieldError.required(SPEC)];
  const { template, selector = {} } = spec;
  const path = SPEC.child('template');
  return [
    ...validateCounts(SPEC, spec, ['minReadySeconds', 'replicas']),
    ...(Object.keys(selector).length === 0 ? [fieldError.required(SPEC.child('selector'))] : []),
    ...(template ? validateTemplate(path, template, selector, rules) : [fieldError.required(path)]),
  ];
}

/** The selector is compared as it is: its labels need not be valid. */
function validateTemplate(
  path: FieldPath,
  template: PodTemplateSpec,
  selector: Readonly<Record<string, string>>,
  rules: PodRules,
): FieldError[] {
  const { labels = {} } = template.metadata ?? {};
  const matches = Object.entries(selector).every(([name, value]) => labels[name] === value);
  return [
    ...(matches ? [] : [unmatchedLabels(path, labels)]),
    ...validateCopies(path, template, 'ReplicationController', rules),
  ];
}

export const replicationControllerStatus = (): SubresourceStrategy<ReplicationController> =>
  statusSubresource<ReplicationController>({ validateUpdate: ({ status }) => validateReplicaStatus(status) });
