import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, openEnumOf } from '../../../definition/field-type.js';

@Struct('autoscaling.v2.HPAScalingPolicy', { since: 23, description: 'A limit of the pace of scaling.' })
export class HPAScalingPolicy {
  @Field(1, openEnumOf('Pods', 'Percent'), {
    goType: 'v2.HPAScalingPolicyType',
    required: true,
    since: 23,
    description: 'Unit of the value: Pods or Percent.',
  })
  type: string;
  @Field(2, 'int32', { required: true, since: 23, description: 'Largest change in a period, above 0.' }) value: number;
  @Field(3, 'int32', { required: true, since: 23, description: 'Length of the period in seconds, 1 to 1800.' })
  periodSeconds: number;
}

@Struct('autoscaling.v2.HPAScalingRules', { since: 23, description: 'Pace of scaling in one direction.' })
export class HPAScalingRules {
  @Field(3, 'int32', {
    pointer: true,
    since: 23,
    description: 'Seconds of past results that are considered, 0 to 3600. Default: 0 up, 300 down.',
  })
  stabilizationWindowSeconds?: number;
  @Field(1, openEnumOf('Max', 'Min', 'Disabled'), {
    goType: 'v2.ScalingPolicySelect',
    pointer: true,
    since: 23,
    description:
      'Which policy applies: Max (largest change), Min or Disabled (no scaling in this direction). Default: Max.',
  })
  selectPolicy?: string;
  /** An empty list is a fault, an absent one has a default: they differ. */
  @Field(2, listOf(() => HPAScalingPolicy), {
    listType: 'atomic',
    pointer: true,
    since: 23,
    description: 'Limits of the pace. Default: 4 pods or 100% per 15 seconds up, 100% down.',
  })
  policies?: HPAScalingPolicy[];
  @Field(4, 'quantity', {
    pointer: true,
    featureGate: 'HPAConfigurableTolerance',
    since: 33,
    description: 'Deviation from the target that causes no change, as a fraction. Default: 10%.',
  })
  tolerance?: string;
}

@Struct('autoscaling.v2.HorizontalPodAutoscalerBehavior', { since: 23, description: 'Pace of scaling up and down.' })
export class HorizontalPodAutoscalerBehavior {
  @Field(1, () => HPAScalingRules, { pointer: true, since: 23, description: 'Pace of scaling up.' })
  scaleUp?: HPAScalingRules;
  @Field(2, () => HPAScalingRules, { pointer: true, since: 23, description: 'Pace of scaling down.' })
  scaleDown?: HPAScalingRules;
}
