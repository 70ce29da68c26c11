import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('autoscaling.v1.CrossVersionObjectReference', {
  structType: 'atomic',
  description: 'An object in the same namespace.',
})
export class CrossVersionObjectReference {
  @Field(1, 'string', { required: true, description: 'Kind of the object.' }) kind: string;
  @Field(2, 'string', { required: true, description: 'Name of the object.' }) name: string;
  @Field(3, 'string', { description: 'Group and version of the object.' }) apiVersion?: string;
}

@Struct('autoscaling.v1.HorizontalPodAutoscalerSpec', { description: 'Desired state of a HorizontalPodAutoscaler.' })
export class HorizontalPodAutoscalerSpec {
  @Field(1, () => CrossVersionObjectReference, {
    required: true,
    description: 'Object whose number of replicas is set by its scale sub-resource.',
  })
  scaleTargetRef: CrossVersionObjectReference;
  @Field(2, 'int32', {
    pointer: true,
    default: 1,
    description: 'Lowest number of replicas. 0 only with an object or external metric. Default: 1.',
  })
  minReplicas?: number;
  @Field(3, 'int32', { required: true, description: 'Highest number of replicas, at least `minReplicas`.' })
  maxReplicas: number;
  @Field(4, 'int32', {
    pointer: true,
    description: 'Target CPU use of the pods, in percent of their requests. Default: 80.',
  })
  targetCPUUtilizationPercentage?: number;
}

@Struct('autoscaling.v1.HorizontalPodAutoscalerStatus', { description: 'Observed state of a HorizontalPodAutoscaler.' })
export class HorizontalPodAutoscalerStatus {
  @Field(1, 'int64', { pointer: true, description: '`metadata.generation` that the status describes.' })
  observedGeneration?: number;
  @Field(2, 'time', { pointer: true, description: 'When the number of replicas was last changed.' })
  lastScaleTime?: string;
  @Field(3, 'int32', { required: true, description: 'Current number of replicas.' }) currentReplicas: number;
  @Field(4, 'int32', { required: true, description: 'Number of replicas that the autoscaler last computed.' })
  desiredReplicas: number;
  @Field(5, 'int32', { pointer: true, description: 'Mean CPU use of the pods, in percent of their requests.' })
  currentCPUUtilizationPercentage?: number;
}

@Struct('autoscaling.v1.HorizontalPodAutoscaler', {
  typeMeta: true,
  description: 'Scales the number of replicas by their load.',
})
export class HorizontalPodAutoscaler extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => HorizontalPodAutoscalerSpec) spec?: HorizontalPodAutoscalerSpec;
  @Field(3, () => HorizontalPodAutoscalerStatus) status?: HorizontalPodAutoscalerStatus;
}
