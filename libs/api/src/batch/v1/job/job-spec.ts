import { PodFailurePolicy } from './pod-failure-policy.js';
import { SuccessPolicy } from './success-policy.js';
import { PodTemplateSpec } from '../../../core/v1/pod/pod-template-spec.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';

@Struct('batch.v1.JobSpec', { description: 'Pods that run to completion.' })
export class JobSpec {
  @Field(1, 'int32', { pointer: true }) parallelism?: number;
  @Field(2, 'int32', { pointer: true }) completions?: number;
  @Field(3, 'int64', { pointer: true }) activeDeadlineSeconds?: number;
  @Field(7, 'int32', { pointer: true }) backoffLimit?: number;
  @Field(4, () => LabelSelector, { pointer: true }) selector?: LabelSelector;
  @Field(5, 'bool', { pointer: true }) manualSelector?: boolean;
  @Field(6, () => PodTemplateSpec, { required: true }) template: PodTemplateSpec;
  @Field(8, 'int32', { pointer: true }) ttlSecondsAfterFinished?: number;
  @Field(9, enumOf('NonIndexed', 'Indexed'), { goType: 'v1.CompletionMode', pointer: true }) completionMode?: string;
  @Field(10, 'bool', { pointer: true }) suspend?: boolean;
  @Field(11, () => PodFailurePolicy, { pointer: true, since: 25 }) podFailurePolicy?: PodFailurePolicy;
  @Field(12, 'int32', { pointer: true, since: 28 }) backoffLimitPerIndex?: number;
  @Field(13, 'int32', { pointer: true, since: 28 }) maxFailedIndexes?: number;
  @Field(14, enumOf('TerminatingOrFailed', 'Failed'), { goType: 'v1.PodReplacementPolicy', pointer: true, since: 28 })
  podReplacementPolicy?: string;
  @Field(16, () => SuccessPolicy, { pointer: true, since: 30 }) successPolicy?: SuccessPolicy;
  @Field(15, 'string', { pointer: true, since: 30 }) managedBy?: string;
}
