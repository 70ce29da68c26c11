import {
  fieldError,
  FieldPath,
  goNumber,
  goPointer,
  goSlice,
  goString,
  goStruct,
  goValue,
  validateLabelSelector,
  type FieldError,
} from '@orch/apimachinery';
import type { PodRules } from '../../../core/v1/pod/pod-rules.js';
import { validatePodTemplateSpec } from '../../../core/v1/pod/pod-template.validation.js';
import { validateOneOf } from '../../../validation/values.js';
import { validateTemplateLabels } from '../../../core/workload/copied-pod.validation.js';
import { validateCounts } from '../../../core/workload/replica-counts.validation.js';
import { validateGeneratedSelector } from './generated-selector.js';
import type { JobSpec } from './job-spec.js';
import type { Job, JobStatus, UncountedTerminatedPods } from './job.types.js';
import { validateIndexes } from './job-indexes.validation.js';
import { validateManagedBy } from './managed-by.validation.js';
import { validatePodFailurePolicy } from './pod-failure-policy.validation.js';
import { validateSuccessPolicy } from './success-policy.validation.js';

const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');
const RESTART_POLICIES = ['OnFailure', 'Never'];

export const validateJob = (job: Job, rules: PodRules): FieldError[] => [
  ...validateGeneratedSelector(job, rules.vocabulary),
  ...validateSelectedPods(job.spec, rules),
];

/** Errors of the spec are there twice, as in kube-apiserver, which validates it as one of a new and one of a changed job. */
export function validateChangedJob(job: Job, rules: PodRules): FieldError[] {
  const errors = validateSelectedPods(job.spec, rules);
  return [...validateGeneratedSelector(job, rules.vocabulary), ...errors, ...errors];
}

function validateSelectedPods(spec: JobSpec | undefined, rules: PodRules): FieldError[] {
  if (!spec) return [fieldError.required(SPEC)];
  const selector = SPEC.child('selector');
  return [
    ...validateJobSpec(SPEC, spec, rules),
    ...(spec.selector ? validateLabelSelector(spec.selector, selector) : [fieldError.required(selector)]),
    ...validateTemplateLabels(SPEC.child('template'), spec.selector, spec.template),
  ];
}

/** Rules that also apply to a CronJob's template, which has no selector yet. @param path of the spec. */
export function validateJobSpec(path: FieldPath, spec: JobSpec, rules: PodRules): FieldError[] {
  return [
    ...validateCounts(path, spec, [
      'parallelism',
      'completions',
      'activeDeadlineSeconds',
      'backoffLimit',
      'ttlSecondsAfterFinished',
      'backoffLimitPerIndex',
      'maxFailedIndexes',
    ]),
    ...validateManagedBy(path.child('managedBy'), spec.managedBy),
    ...validateIndexes(path, spec),
    ...(spec.podFailurePolicy ? validatePodFailurePolicy(path.child('podFailurePolicy'), spec) : []),
    ...(spec.successPolicy ? validateSuccess(path.child('successPolicy'), spec) : []),
    ...validateReplacement(path.child('podReplacementPolicy'), spec),
    ...validatePodTemplateSpec(path.child('template'), spec.template, rules),
    ...validateRestartPolicy(path.child('template').child('spec').child('restartPolicy'), spec),
  ];
}

const validateSuccess = (path: FieldPath, spec: JobSpec): FieldError[] =>
  spec.completionMode === 'Indexed'
    ? validateSuccessPolicy(path, spec)
    : [fieldError.invalid(path, goValue(goSuccessPolicy, spec.successPolicy), 'requires indexed completion mode')];

const goSuccessPolicy = goStruct('batch.SuccessPolicy', {
  rules: goSlice(
    '[]batch.SuccessPolicyRule',
    goStruct('batch.SuccessPolicyRule', {
      succeededIndexes: goPointer('string', goString),
      succeededCount: goPointer('int32', goNumber),
    }),
  ),
});

/** A pod failure policy requires replacement of failed pods only: it does not apply to terminating pods. */
function validateReplacement(path: FieldPath, { podReplacementPolicy, podFailurePolicy }: JobSpec): FieldError[] {
  const known = podFailurePolicy ? ['Failed'] : ['Failed', 'TerminatingOrFailed'];
  return validateOneOf(path, podReplacementPolicy, known);
}

/** Containers of a job terminate: with an unconditional restart it would never complete. */
function validateRestartPolicy(path: FieldPath, { template, podFailurePolicy }: JobSpec): FieldError[] {
  const { restartPolicy } = template?.spec ?? {};
  if (restartPolicy === undefined) return [];
  if (restartPolicy === 'Always') return [fieldError.required(path, 'valid values: "OnFailure", "Never"')];
  if (!RESTART_POLICIES.includes(restartPolicy))
    return [fieldError.notSupported(path, restartPolicy, RESTART_POLICIES)];
  return podFailurePolicy && restartPolicy !== 'Never'
    ? [fieldError.invalid(path, restartPolicy, 'only "Never" is supported when podFailurePolicy is specified')]
    : [];
}

export function validateJobStatus(status: JobStatus = {}): FieldError[] {
  return [
    ...validateCounts(STATUS, status, ['active', 'succeeded', 'failed', 'ready', 'terminating']),
    ...(status.uncountedTerminatedPods ? validateUncounted(status.uncountedTerminatedPods) : []),
  ];
}

/** Each pod is in exactly one of the lists, once. */
function validateUncounted(pods: UncountedTerminatedPods): FieldError[] {
  const path = STATUS.child('uncountedTerminatedPods');
  const seen = new Set<string>();
  return (['succeeded', 'failed'] as const).flatMap((list) =>
    (pods[list] ?? []).flatMap((uid, index) => {
      const at = path.child(list).index(index);
      if (uid === '') return [fieldError.invalid(at, uid, 'must not be empty')];
      if (seen.has(uid)) return [fieldError.duplicate(at, uid)];
      seen.add(uid);
      return [];
    }),
  );
}
