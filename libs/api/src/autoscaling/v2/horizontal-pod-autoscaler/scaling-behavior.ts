import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';

@Struct('autoscaling.v2.HPAScalingPolicy', { since: 23 })
export class HPAScalingPolicy {
  @Field(1, enumOf('Pods', 'Percent'), { goType: 'v2.HPAScalingPolicyType', required: true, since: 23 }) type: string;
  @Field(2, 'int32', { required: true, since: 23 }) value: number;
  @Field(3, 'int32', { required: true, since: 23 }) periodSeconds: number;
}

@Struct('autoscaling.v2.HPAScalingRules', { since: 23 })
export class HPAScalingRules {
  @Field(3, 'int32', { pointer: true, since: 23 }) stabilizationWindowSeconds?: number;
  @Field(1, enumOf('Max', 'Min', 'Disabled'), { goType: 'v2.ScalingPolicySelect', pointer: true, since: 23 })
  selectPolicy?: string;
  /** An empty list is a fault, an absent one has a default: they differ. */
  @Field(2, listOf(() => HPAScalingPolicy), { listType: 'atomic', pointer: true, since: 23 })
  policies?: HPAScalingPolicy[];
  @Field(4, 'quantity', { pointer: true, featureGate: 'HPAConfigurableTolerance', since: 33 }) tolerance?: string;
}

@Struct('autoscaling.v2.HorizontalPodAutoscalerBehavior', { since: 23 })
export class HorizontalPodAutoscalerBehavior {
  @Field(1, () => HPAScalingRules, { pointer: true, since: 23 }) scaleUp?: HPAScalingRules;
  @Field(2, () => HPAScalingRules, { pointer: true, since: 23 }) scaleDown?: HPAScalingRules;
}
