import { PersistentVolumeClaim } from '../../../core/v1/persistent-volume-claim/persistent-volume-claim.types.js';
import { PodTemplateSpec } from '../../../core/v1/pod/pod-template-spec.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('apps.v1.RollingUpdateStatefulSetStrategy')
export class RollingUpdateStatefulSetStrategy {
  @Field(1, 'int32', { pointer: true, default: 0 }) partition?: number;
  @Field(2, 'intOrString', { pointer: true, featureGate: 'MaxUnavailableStatefulSet', since: 24 })
  maxUnavailable?: number | string;
}

@Struct('apps.v1.StatefulSetUpdateStrategy')
export class StatefulSetUpdateStrategy {
  @Field(1, enumOf('RollingUpdate', 'OnDelete'), { goType: 'v1.StatefulSetUpdateStrategyType' }) type?: string;
  @Field(2, () => RollingUpdateStatefulSetStrategy, { pointer: true }) rollingUpdate?: RollingUpdateStatefulSetStrategy;
}

@Struct('apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy', { since: 23 })
export class StatefulSetPersistentVolumeClaimRetentionPolicy {
  @Field(1, enumOf('Retain', 'Delete'), {
    goType: 'v1.PersistentVolumeClaimRetentionPolicyType',
    since: 23,
    default: 'Retain',
  })
  whenDeleted?: string;
  @Field(2, enumOf('Retain', 'Delete'), {
    goType: 'v1.PersistentVolumeClaimRetentionPolicyType',
    since: 23,
    default: 'Retain',
  })
  whenScaled?: string;
}

@Struct('apps.v1.StatefulSetOrdinals', { since: 26 })
export class StatefulSetOrdinals {
  @Field(1, 'int32', { since: 26 }) start?: number;
}

@Struct('apps.v1.StatefulSetSpec')
export class StatefulSetSpec {
  @Field(1, 'int32', { pointer: true, default: 1 }) replicas?: number;
  @Field(2, () => LabelSelector, { required: true, pointer: true }) selector: LabelSelector;
  @Field(3, () => PodTemplateSpec, { required: true }) template: PodTemplateSpec;
  @Field(4, listOf(() => PersistentVolumeClaim), { listType: 'atomic' }) volumeClaimTemplates?: PersistentVolumeClaim[];
  @Field(5, 'string') serviceName?: string;
  @Field(6, enumOf('OrderedReady', 'Parallel'), { goType: 'v1.PodManagementPolicyType', default: 'OrderedReady' })
  podManagementPolicy?: string;
  @Field(7, () => StatefulSetUpdateStrategy) updateStrategy?: StatefulSetUpdateStrategy;
  @Field(8, 'int32', { pointer: true, default: 10 }) revisionHistoryLimit?: number;
  @Field(9, 'int32', { since: 22 }) minReadySeconds?: number;
  @Field(10, () => StatefulSetPersistentVolumeClaimRetentionPolicy, { pointer: true, since: 23, default: {} })
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  @Field(11, () => StatefulSetOrdinals, { pointer: true, since: 26 }) ordinals?: StatefulSetOrdinals;
}

@Struct('apps.v1.StatefulSetCondition')
export class StatefulSetCondition {
  @Field(1, 'string', { goType: 'v1.StatefulSetConditionType', required: true }) type: string;
  @Field(2, enumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'time') lastTransitionTime?: string;
  @Field(4, 'string') reason?: string;
  @Field(5, 'string') message?: string;
}

@Struct('apps.v1.StatefulSetStatus')
export class StatefulSetStatus {
  @Field(1, 'int64') observedGeneration?: number;
  @Field(2, 'int32', { required: true }) replicas: number;
  @Field(3, 'int32') readyReplicas?: number;
  @Field(4, 'int32') currentReplicas?: number;
  @Field(5, 'int32') updatedReplicas?: number;
  @Field(6, 'string') currentRevision?: string;
  @Field(7, 'string') updateRevision?: string;
  @Field(9, 'int32', { pointer: true }) collisionCount?: number;
  @Field(10, listOf(() => StatefulSetCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
  })
  conditions?: StatefulSetCondition[];
  @Field(11, 'int32', { zeroIsShown: true, since: 22 }) availableReplicas?: number;
}

@Struct('apps.v1.StatefulSet', { typeMeta: true, description: 'Pods with stable names and volumes.' })
export class StatefulSet extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => StatefulSetSpec) spec?: StatefulSetSpec;
  @Field(3, () => StatefulSetStatus) status?: StatefulSetStatus;
}
