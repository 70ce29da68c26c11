import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, openEnumOf } from '../../../definition/field-type.js';

@Struct('batch.v1.PodFailurePolicyOnExitCodesRequirement', {
  since: 25,
  description: "A condition on the exit codes of a pod's containers.",
})
export class PodFailurePolicyOnExitCodesRequirement {
  @Field(1, 'string', {
    pointer: true,
    since: 25,
    description: 'Container whose exit code is compared. Default: any container.',
  })
  containerName?: string;
  @Field(2, enumOf('In', 'NotIn'), {
    goType: 'v1.PodFailurePolicyOnExitCodesOperator',
    required: true,
    since: 25,
    description: 'Relation of exit code and values: In or NotIn. Exit code 0 never matches.',
  })
  operator: string;
  @Field(3, listOf('int32'), {
    required: true,
    listType: 'set',
    since: 25,
    description: 'Exit codes, 1 to 255 of them, sorted and unique. In does not allow 0.',
  })
  values: number[] | null;
}

@Struct('batch.v1.PodFailurePolicyOnPodConditionsPattern', {
  since: 25,
  description: 'A condition that a failed pod has.',
})
export class PodFailurePolicyOnPodConditionsPattern {
  @Field(1, 'string', {
    goType: 'v1.PodConditionType',
    required: true,
    since: 25,
    description: "Type of the pod's condition.",
  })
  type: string;
  @Field(2, openEnumOf('True', 'False', 'Unknown'), {
    goType: 'v1.ConditionStatus',
    default: 'True',
    since: 25,
    documentedAsRequired: true,
    description: "Status of the pod's condition. Default: True.",
    documentedDefault: 'zero',
  })
  status?: string;
}

@Struct('batch.v1.PodFailurePolicyRule', {
  since: 25,
  description: 'What a Job does when a failed pod matches. Either exit codes or conditions.',
})
export class PodFailurePolicyRule {
  @Field(1, enumOf('FailJob', 'Ignore', 'Count', 'FailIndex'), {
    goType: 'v1.PodFailurePolicyAction',
    required: true,
    since: 25,
    description: 'FailJob fails the Job, FailIndex the index, Ignore does not count the failure, Count does.',
  })
  action: string;
  @Field(2, () => PodFailurePolicyOnExitCodesRequirement, {
    pointer: true,
    since: 25,
    description: 'Exit codes that match.',
  })
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  @Field(3, listOf(() => PodFailurePolicyOnPodConditionsPattern), {
    listType: 'atomic',
    since: 25,
    description: 'Conditions, one of which must match.',
  })
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
}

@Struct('batch.v1.PodFailurePolicy', {
  since: 25,
  description: 'How failed pods affect the job; the first matching rule applies.',
})
export class PodFailurePolicy {
  @Field(1, listOf(() => PodFailurePolicyRule), {
    required: true,
    listType: 'atomic',
    since: 25,
    description: 'Rules in order; the first that matches applies. Without a match the failure counts.',
  })
  rules: PodFailurePolicyRule[] | null;
}
