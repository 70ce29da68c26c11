import { CrossVersionObjectReference } from './cross-version-object-reference.js';
import { MetricSpec } from './metric-spec.js';
import { MetricStatus } from './metric-status.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import {
  HorizontalPodAutoscalerSpec as DescribedHorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerStatus as DescribedHorizontalPodAutoscalerStatus,
} from '../../v2/horizontal-pod-autoscaler/horizontal-pod-autoscaler.types.js';
import { Condition } from '../../../meta/v1/condition.js';

@Struct('autoscaling.v2beta1.HorizontalPodAutoscalerSpec', {
  last: 35,
  description: 'Desired state of a HorizontalPodAutoscaler.',
  describedAs: () => DescribedHorizontalPodAutoscalerSpec,
})
export class HorizontalPodAutoscalerSpec {
  @Field(1, () => CrossVersionObjectReference, { required: true, last: 35 })
  scaleTargetRef: CrossVersionObjectReference;
  @Field(2, 'int32', { pointer: true, last: 35, default: 1 }) minReplicas?: number;
  @Field(3, 'int32', { required: true, last: 35 }) maxReplicas: number;
  @Field(4, listOf(() => MetricSpec), { listType: 'atomic', last: 35 }) metrics?: MetricSpec[];
}

@Struct('autoscaling.v2beta1.HorizontalPodAutoscalerCondition', {
  last: 35,
  description: 'A condition of a HorizontalPodAutoscaler.',
  describedAs: () => Condition,
})
export class HorizontalPodAutoscalerCondition {
  @Field(1, 'string', { goType: 'v2beta1.HorizontalPodAutoscalerConditionType', required: true, last: 35 })
  type: string;
  @Field(2, enumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true, last: 35 })
  status: string;
  @Field(3, 'time', { last: 35 }) lastTransitionTime?: string | null;
  @Field(4, 'string', { last: 35 }) reason?: string;
  @Field(5, 'string', { last: 35 }) message?: string;
}

@Struct('autoscaling.v2beta1.HorizontalPodAutoscalerStatus', {
  last: 35,
  description: 'Observed state of a HorizontalPodAutoscaler.',
  describedAs: () => DescribedHorizontalPodAutoscalerStatus,
})
export class HorizontalPodAutoscalerStatus {
  @Field(1, 'int64', { pointer: true, last: 35 }) observedGeneration?: number;
  @Field(2, 'time', { pointer: true, last: 35 }) lastScaleTime?: string;
  @Field(3, 'int32', { required: true, last: 35 }) currentReplicas: number;
  @Field(4, 'int32', { required: true, last: 35 }) desiredReplicas: number;
  @Field(5, listOf(() => MetricStatus), { zeroIsShown: true, listType: 'atomic', last: 35 })
  currentMetrics?: MetricStatus[] | null;
  @Field(6, listOf(() => HorizontalPodAutoscalerCondition), { zeroIsShown: true, listType: 'atomic', last: 35 })
  conditions?: HorizontalPodAutoscalerCondition[] | null;
}

@Struct('autoscaling.v2beta1.HorizontalPodAutoscaler', {
  typeMeta: true,
  last: 35,
  description: 'Scales the number of replicas by their load.',
})
export class HorizontalPodAutoscaler extends KindObject {
  @Field(1, () => ObjectMeta, { last: 35 }) metadata: ObjectMeta;
  @Field(2, () => HorizontalPodAutoscalerSpec, { last: 35 }) spec?: HorizontalPodAutoscalerSpec;
  @Field(3, () => HorizontalPodAutoscalerStatus, { last: 35 }) status?: HorizontalPodAutoscalerStatus;
}
