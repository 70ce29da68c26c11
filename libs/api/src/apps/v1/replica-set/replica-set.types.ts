import { PodTemplateSpec } from '../../../core/v1/pod/pod-template-spec.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('apps.v1.ReplicaSetSpec')
export class ReplicaSetSpec {
  @Field(1, 'int32', { pointer: true, default: 1 }) replicas?: number;
  @Field(4, 'int32') minReadySeconds?: number;
  @Field(2, () => LabelSelector, { required: true, pointer: true }) selector: LabelSelector;
  @Field(3, () => PodTemplateSpec) template?: PodTemplateSpec;
}

@Struct('apps.v1.ReplicaSetCondition')
export class ReplicaSetCondition {
  @Field(1, 'string', { goType: 'v1.ReplicaSetConditionType', required: true }) type: string;
  @Field(2, enumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'time') lastTransitionTime?: string;
  @Field(4, 'string') reason?: string;
  @Field(5, 'string') message?: string;
}

@Struct('apps.v1.ReplicaSetStatus')
export class ReplicaSetStatus {
  @Field(1, 'int32', { required: true }) replicas: number;
  @Field(2, 'int32') fullyLabeledReplicas?: number;
  @Field(4, 'int32') readyReplicas?: number;
  @Field(5, 'int32') availableReplicas?: number;
  @Field(3, 'int64') observedGeneration?: number;
  @Field(6, listOf(() => ReplicaSetCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
  })
  conditions?: ReplicaSetCondition[];
  @Field(7, 'int32', { pointer: true, since: 33 }) terminatingReplicas?: number;
}

@Struct('apps.v1.ReplicaSet', { typeMeta: true, description: 'A number of equal pods that is kept up.' })
export class ReplicaSet extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => ReplicaSetSpec) spec?: ReplicaSetSpec;
  @Field(3, () => ReplicaSetStatus) status?: ReplicaSetStatus;
}
