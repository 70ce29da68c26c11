import { MetricSpec } from './metric-spec.js';
import { MetricStatus } from './metric-status.js';
import { CrossVersionObjectReference } from './metric-target.js';
import { HorizontalPodAutoscalerBehavior } from './scaling-behavior.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('autoscaling.v2.HorizontalPodAutoscalerSpec', { since: 23 })
export class HorizontalPodAutoscalerSpec {
  @Field(1, () => CrossVersionObjectReference, { required: true, since: 23 })
  scaleTargetRef: CrossVersionObjectReference;
  @Field(2, 'int32', { pointer: true, since: 23, default: 1 }) minReplicas?: number;
  @Field(3, 'int32', { required: true, since: 23 }) maxReplicas: number;
  @Field(4, listOf(() => MetricSpec), { listType: 'atomic', since: 23 }) metrics?: MetricSpec[];
  @Field(5, () => HorizontalPodAutoscalerBehavior, { pointer: true, since: 23 })
  behavior?: HorizontalPodAutoscalerBehavior;
}

@Struct('autoscaling.v2.HorizontalPodAutoscalerCondition', { since: 23 })
export class HorizontalPodAutoscalerCondition {
  @Field(1, 'string', { goType: 'v2.HorizontalPodAutoscalerConditionType', required: true, since: 23 }) type: string;
  @Field(2, enumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true, since: 23 })
  status: string;
  @Field(3, 'time', { since: 23 }) lastTransitionTime?: string;
  @Field(4, 'string', { since: 23 }) reason?: string;
  @Field(5, 'string', { since: 23 }) message?: string;
}

@Struct('autoscaling.v2.HorizontalPodAutoscalerStatus', { since: 23 })
export class HorizontalPodAutoscalerStatus {
  @Field(1, 'int64', { pointer: true, since: 23 }) observedGeneration?: number;
  @Field(2, 'time', { pointer: true, since: 23 }) lastScaleTime?: string;
  @Field(3, 'int32', { zeroIsShown: true, since: 23 }) currentReplicas?: number;
  @Field(4, 'int32', { required: true, since: 23 }) desiredReplicas: number;
  @Field(5, listOf(() => MetricStatus), { listType: 'atomic', since: 23 }) currentMetrics?: MetricStatus[];
  @Field(6, listOf(() => HorizontalPodAutoscalerCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    since: 23,
  })
  conditions?: HorizontalPodAutoscalerCondition[];
}

@Struct('autoscaling.v2.HorizontalPodAutoscaler', {
  typeMeta: true,
  since: 23,
  description: 'Scales the number of replicas by their load.',
})
export class HorizontalPodAutoscaler extends KindObject {
  @Field(1, () => ObjectMeta, { since: 23 }) metadata: ObjectMeta;
  @Field(2, () => HorizontalPodAutoscalerSpec, { since: 23 }) spec?: HorizontalPodAutoscalerSpec;
  @Field(3, () => HorizontalPodAutoscalerStatus, { since: 23 }) status?: HorizontalPodAutoscalerStatus;
}
