import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';

@Struct('batch.v1.PodFailurePolicyOnExitCodesRequirement', { since: 25 })
export class PodFailurePolicyOnExitCodesRequirement {
  @Field(1, 'string', { pointer: true, since: 25 }) containerName?: string;
  @Field(2, enumOf('In', 'NotIn'), { goType: 'v1.PodFailurePolicyOnExitCodesOperator', required: true, since: 25 })
  operator: string;
  @Field(3, listOf('int32'), { required: true, listType: 'set', since: 25 }) values: number[];
}

@Struct('batch.v1.PodFailurePolicyOnPodConditionsPattern', { since: 25 })
export class PodFailurePolicyOnPodConditionsPattern {
  @Field(1, 'string', { goType: 'v1.PodConditionType', required: true, since: 25 }) type: string;
  @Field(2, enumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', default: 'True', since: 25 })
  status?: string;
}

@Struct('batch.v1.PodFailurePolicyRule', { since: 25 })
export class PodFailurePolicyRule {
  @Field(1, enumOf('FailJob', 'Ignore', 'Count', 'FailIndex'), {
    goType: 'v1.PodFailurePolicyAction',
    required: true,
    since: 25,
  })
  action: string;
  @Field(2, () => PodFailurePolicyOnExitCodesRequirement, { pointer: true, since: 25 })
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  @Field(3, listOf(() => PodFailurePolicyOnPodConditionsPattern), { listType: 'atomic', since: 25 })
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
}

@Struct('batch.v1.PodFailurePolicy', {
  since: 25,
  description: 'How failed pods affect the job; the first matching rule applies.',
})
export class PodFailurePolicy {
  @Field(1, listOf(() => PodFailurePolicyRule), { required: true, listType: 'atomic', since: 25 })
  rules: PodFailurePolicyRule[];
}
