import { PodFailurePolicy } from './pod-failure-policy.js';
import { SuccessPolicy } from './success-policy.js';
import { PodTemplateSpec } from '../../../core/v1/pod/pod-template-spec.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';

@Struct('batch.v1.JobSpec', { description: 'Pods that run to completion.' })
export class JobSpec {
  @Field(1, 'int32', { pointer: true, description: 'Most pods that run at a time. Default: 1.' }) parallelism?: number;
  @Field(2, 'int32', {
    pointer: true,
    description:
      'Number of pods that must succeed. Absent: one success completes the Job, with any parallelism. Default: 1 without `parallelism`.',
  })
  completions?: number;
  @Field(3, 'int64', {
    pointer: true,
    description: 'Seconds after its start at which the Job fails and its pods are stopped. Default: no limit.',
  })
  activeDeadlineSeconds?: number;
  @Field(7, 'int32', {
    pointer: true,
    description:
      'Number of failed pods after which the Job fails. Default: 6, or no limit with `backoffLimitPerIndex`.',
  })
  backoffLimit?: number;
  @Field(4, () => LabelSelector, {
    pointer: true,
    description: 'Labels of the pods. Generated unless `manualSelector` is set.',
  })
  selector?: LabelSelector;
  @Field(5, 'bool', {
    pointer: true,
    description: "Whether `selector` and the labels of the template are the user's. They must be unique.",
  })
  manualSelector?: boolean;
  @Field(6, () => PodTemplateSpec, {
    required: true,
    description: 'Pods that are created. Their restart policy is Never or OnFailure.',
  })
  template: PodTemplateSpec;
  @Field(8, 'int32', {
    pointer: true,
    description: 'Seconds after its end at which the Job is deleted. Default: never.',
  })
  ttlSecondsAfterFinished?: number;
  @Field(9, enumOf('NonIndexed', 'Indexed'), {
    goType: 'v1.CompletionMode',
    pointer: true,
    description:
      'NonIndexed counts successes; Indexed gives each pod a number from 0 to `completions` - 1. Default: NonIndexed.',
  })
  completionMode?: string;
  @Field(10, 'bool', {
    pointer: true,
    description: 'Whether no pods are created and running ones are deleted. Default: false.',
  })
  suspend?: boolean;
  @Field(11, () => PodFailurePolicy, {
    pointer: true,
    since: 25,
    description: 'How failed pods are handled, by their exit codes and conditions.',
  })
  podFailurePolicy?: PodFailurePolicy;
  @Field(12, 'int32', {
    pointer: true,
    since: 28,
    description:
      'Number of failed pods of one index after which the index fails. Only with Indexed and restart policy Never.',
  })
  backoffLimitPerIndex?: number;
  @Field(13, 'int32', {
    pointer: true,
    since: 28,
    description: 'Number of failed indexes after which the Job fails. Default: no limit.',
  })
  maxFailedIndexes?: number;
  @Field(14, enumOf('TerminatingOrFailed', 'Failed'), {
    goType: 'v1.PodReplacementPolicy',
    pointer: true,
    since: 28,
    description: 'When a pod is replaced: TerminatingOrFailed as soon as it terminates, Failed when it has failed.',
  })
  podReplacementPolicy?: string;
  @Field(16, () => SuccessPolicy, {
    pointer: true,
    since: 30,
    description: 'When an indexed Job has succeeded. Default: when all indexes have.',
  })
  successPolicy?: SuccessPolicy;
  @Field(15, 'string', {
    pointer: true,
    since: 30,
    description: 'Controller of the Job, `DOMAIN/NAME`. Default: the built-in one. Cannot be changed.',
  })
  managedBy?: string;
}
