import { PodTemplateSpec } from '../pod/pod-template-spec.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.ReplicationControllerSpec')
export class ReplicationControllerSpec {
  @Field(1, 'int32', { pointer: true, default: 1 }) replicas?: number;
  @Field(4, 'int32', { default: 0 }) minReadySeconds?: number;
  @Field(2, mapOf('string'), { mapType: 'atomic' }) selector?: Record<string, string>;
  @Field(3, () => PodTemplateSpec, { pointer: true }) template?: PodTemplateSpec;
}

@Struct('core.v1.ReplicationControllerCondition')
export class ReplicationControllerCondition {
  @Field(1, 'string', { goType: 'v1.ReplicationControllerConditionType', required: true }) type: string;
  @Field(2, enumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'time') lastTransitionTime?: string;
  @Field(4, 'string') reason?: string;
  @Field(5, 'string') message?: string;
}

@Struct('core.v1.ReplicationControllerStatus')
export class ReplicationControllerStatus {
  @Field(1, 'int32', { required: true }) replicas: number;
  @Field(2, 'int32') fullyLabeledReplicas?: number;
  @Field(4, 'int32') readyReplicas?: number;
  @Field(5, 'int32') availableReplicas?: number;
  @Field(3, 'int64') observedGeneration?: number;
  @Field(6, listOf(() => ReplicationControllerCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
  })
  conditions?: ReplicationControllerCondition[];
}

@Struct('core.v1.ReplicationController', {
  typeMeta: true,
  description: 'A number of equal pods that is kept up: the older form of a ReplicaSet.',
})
export class ReplicationController extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => ReplicationControllerSpec) spec?: ReplicationControllerSpec;
  @Field(3, () => ReplicationControllerStatus) status?: ReplicationControllerStatus;
}
