import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import {
  HPAScalingPolicy as DescribedHPAScalingPolicy,
  HPAScalingRules as DescribedHPAScalingRules,
  HorizontalPodAutoscalerBehavior as DescribedHorizontalPodAutoscalerBehavior,
} from '../../v2/horizontal-pod-autoscaler/scaling-behavior.js';

@Struct('autoscaling.v2beta2.HPAScalingPolicy', { last: 35, describedAs: () => DescribedHPAScalingPolicy })
export class HPAScalingPolicy {
  @Field(1, enumOf('Pods', 'Percent'), { goType: 'v2beta2.HPAScalingPolicyType', required: true, last: 35 })
  type: string;
  @Field(2, 'int32', { required: true, last: 35 }) value: number;
  @Field(3, 'int32', { required: true, last: 35 }) periodSeconds: number;
}

@Struct('autoscaling.v2beta2.HPAScalingRules', { last: 35, describedAs: () => DescribedHPAScalingRules })
export class HPAScalingRules {
  @Field(3, 'int32', { pointer: true, last: 35 }) stabilizationWindowSeconds?: number;
  @Field(1, enumOf('Max', 'Min', 'Disabled'), { goType: 'v2beta2.ScalingPolicySelect', pointer: true, last: 35 })
  selectPolicy?: string;
  @Field(2, listOf(() => HPAScalingPolicy), { listType: 'atomic', last: 35 }) policies?: HPAScalingPolicy[];
}

@Struct('autoscaling.v2beta2.HorizontalPodAutoscalerBehavior', {
  last: 35,
  describedAs: () => DescribedHorizontalPodAutoscalerBehavior,
})
export class HorizontalPodAutoscalerBehavior {
  @Field(1, () => HPAScalingRules, { pointer: true, last: 35 }) scaleUp?: HPAScalingRules;
  @Field(2, () => HPAScalingRules, { pointer: true, last: 35 }) scaleDown?: HPAScalingRules;
}
