import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('autoscaling.v1.CrossVersionObjectReference', { structType: 'atomic' })
export class CrossVersionObjectReference {
  @Field(1, 'string', { required: true }) kind: string;
  @Field(2, 'string', { required: true }) name: string;
  @Field(3, 'string') apiVersion?: string;
}

@Struct('autoscaling.v1.HorizontalPodAutoscalerSpec')
export class HorizontalPodAutoscalerSpec {
  @Field(1, () => CrossVersionObjectReference, { required: true }) scaleTargetRef: CrossVersionObjectReference;
  @Field(2, 'int32', { pointer: true, default: 1 }) minReplicas?: number;
  @Field(3, 'int32', { required: true }) maxReplicas: number;
  @Field(4, 'int32', { pointer: true }) targetCPUUtilizationPercentage?: number;
}

@Struct('autoscaling.v1.HorizontalPodAutoscalerStatus')
export class HorizontalPodAutoscalerStatus {
  @Field(1, 'int64', { pointer: true }) observedGeneration?: number;
  @Field(2, 'time', { pointer: true }) lastScaleTime?: string;
  @Field(3, 'int32', { required: true, zeroIsShown: true }) currentReplicas: number;
  @Field(4, 'int32', { required: true }) desiredReplicas: number;
  @Field(5, 'int32', { pointer: true }) currentCPUUtilizationPercentage?: number;
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
