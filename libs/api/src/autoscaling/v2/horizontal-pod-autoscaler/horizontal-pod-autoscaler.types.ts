import { MetricSpec } from './metric-spec.js';
import { MetricStatus } from './metric-status.js';
import { CrossVersionObjectReference } from './metric-target.js';
import { HorizontalPodAutoscalerBehavior } from './scaling-behavior.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { Condition } from '../../../meta/v1/condition.js';

@Struct('autoscaling.v2.HorizontalPodAutoscalerSpec', {
  since: 23,
  description: 'Desired state of a HorizontalPodAutoscaler.',
})
export class HorizontalPodAutoscalerSpec {
  @Field(1, () => CrossVersionObjectReference, {
    required: true,
    since: 23,
    description: 'Object whose number of replicas is set by its scale sub-resource.',
  })
  scaleTargetRef: CrossVersionObjectReference;
  @Field(2, 'int32', {
    pointer: true,
    since: 23,
    default: 1,
    description: 'Lowest number of replicas. 0 only with an object or external metric. Default: 1.',
  })
  minReplicas?: number;
  @Field(3, 'int32', { required: true, since: 23, description: 'Highest number of replicas, at least `minReplicas`.' })
  maxReplicas: number;
  @Field(4, listOf(() => MetricSpec), {
    listType: 'atomic',
    since: 23,
    description:
      'Metrics from which the number of replicas is computed; the highest result wins. Default: 80% CPU use.',
  })
  metrics?: MetricSpec[];
  @Field(5, () => HorizontalPodAutoscalerBehavior, {
    pointer: true,
    since: 23,
    description: 'Pace of scaling up and down.',
  })
  behavior?: HorizontalPodAutoscalerBehavior;
}

@Struct('autoscaling.v2.HorizontalPodAutoscalerCondition', {
  since: 23,
  description: 'A condition of a HorizontalPodAutoscaler.',
  describedAs: () => Condition,
})
export class HorizontalPodAutoscalerCondition {
  @Field(1, 'string', { goType: 'v2.HorizontalPodAutoscalerConditionType', required: true, since: 23 }) type: string;
  @Field(2, openEnumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true, since: 23 })
  status: string;
  @Field(3, 'time', { since: 23 }) lastTransitionTime?: string | null;
  @Field(4, 'string', { since: 23 }) reason?: string;
  @Field(5, 'string', { since: 23 }) message?: string;
}

@Struct('autoscaling.v2.HorizontalPodAutoscalerStatus', {
  since: 23,
  description: 'Observed state of a HorizontalPodAutoscaler.',
})
export class HorizontalPodAutoscalerStatus {
  @Field(1, 'int64', { pointer: true, since: 23, description: '`metadata.generation` that the status describes.' })
  observedGeneration?: number;
  @Field(2, 'time', { pointer: true, since: 23, description: 'When the number of replicas was last changed.' })
  lastScaleTime?: string;
  @Field(3, 'int32', { since: 23, description: 'Number of replicas that the autoscaler last saw.' })
  currentReplicas?: number;
  @Field(4, 'int32', {
    required: true,
    since: 23,
    description: 'Number of replicas that the autoscaler last computed.',
  })
  desiredReplicas: number;
  @Field(5, listOf(() => MetricStatus), {
    zeroIsShown: true,
    listType: 'atomic',
    since: 23,
    description: 'Last values of the metrics.',
  })
  currentMetrics?: MetricStatus[] | null;
  @Field(6, listOf(() => HorizontalPodAutoscalerCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    since: 23,
    description: 'Conditions: AbleToScale, ScalingActive, ScalingLimited.',
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
