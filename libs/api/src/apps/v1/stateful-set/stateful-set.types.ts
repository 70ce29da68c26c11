import { PersistentVolumeClaim } from '../../../core/v1/persistent-volume-claim/persistent-volume-claim.types.js';
import { PodTemplateSpec } from '../../../core/v1/pod/pod-template-spec.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { Condition } from '../../../meta/v1/condition.js';

@Struct('apps.v1.RollingUpdateStatefulSetStrategy', { description: 'Pace of the rolling update of a StatefulSet.' })
export class RollingUpdateStatefulSetStrategy {
  @Field(1, 'int32', {
    pointer: true,
    default: 0,
    description: 'Ordinal from which on pods are updated; lower ones keep the old template. Default: 0.',
  })
  partition?: number;
  @Field(2, 'intOrString', {
    pointer: true,
    featureGate: 'MaxUnavailableStatefulSet',
    since: 24,
    description:
      'Most pods that may be unavailable during the update, as a number or a percentage of the replicas, rounded up. Default: 1.',
  })
  maxUnavailable?: number | string;
}

@Struct('apps.v1.StatefulSetUpdateStrategy', { description: 'How the pods of a StatefulSet are updated.' })
export class StatefulSetUpdateStrategy {
  @Field(1, enumOf('RollingUpdate', 'OnDelete'), {
    goType: 'v1.StatefulSetUpdateStrategyType',
    description:
      'RollingUpdate replaces pods from the highest ordinal down; OnDelete only when they are deleted. Default: RollingUpdate.',
  })
  type?: string;
  @Field(2, () => RollingUpdateStatefulSetStrategy, { pointer: true, description: 'Pace of a rolling update.' })
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
}

@Struct('apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy', {
  since: 23,
  description: 'What happens to the claims of a StatefulSet.',
})
export class StatefulSetPersistentVolumeClaimRetentionPolicy {
  @Field(1, openEnumOf('Retain', 'Delete'), {
    goType: 'v1.PersistentVolumeClaimRetentionPolicyType',
    since: 23,
    default: 'Retain',
    description: 'When the StatefulSet is deleted: Retain keeps the claims, Delete deletes them. Default: Retain.',
  })
  whenDeleted?: string;
  @Field(2, openEnumOf('Retain', 'Delete'), {
    goType: 'v1.PersistentVolumeClaimRetentionPolicyType',
    since: 23,
    default: 'Retain',
    description:
      'When its number of replicas decreases: Retain keeps the claims of removed pods, Delete deletes them. Default: Retain.',
  })
  whenScaled?: string;
}

@Struct('apps.v1.StatefulSetOrdinals', { since: 26, description: 'Numbers of the pods of a StatefulSet.' })
export class StatefulSetOrdinals {
  @Field(1, 'int32', { zeroIsShown: true, since: 26, description: 'Number of the first pod. Default: 0.' })
  start?: number;
}

@Struct('apps.v1.StatefulSetSpec', { description: 'Desired state of a StatefulSet.' })
export class StatefulSetSpec {
  @Field(1, 'int32', { pointer: true, default: 1, description: 'Number of pods. Default: 1.' }) replicas?: number;
  @Field(2, () => LabelSelector, {
    required: true,
    pointer: true,
    description: 'Labels of the pods; they must be those of the template. Cannot be changed.',
  })
  selector: LabelSelector;
  @Field(3, () => PodTemplateSpec, {
    required: true,
    description: 'Pods that are created, named NAME-ORDINAL. Their restart policy is Always.',
  })
  template: PodTemplateSpec;
  @Field(4, listOf(() => PersistentVolumeClaim), {
    listType: 'atomic',
    description: 'Claims that each pod gets, over volumes of the same name in the template.',
  })
  volumeClaimTemplates?: PersistentVolumeClaim[];
  @Field(5, 'string', {
    zeroIsShown: true,
    description: 'Headless service that gives the pods their DNS names. It must exist before.',
  })
  serviceName?: string;
  @Field(6, enumOf('OrderedReady', 'Parallel'), {
    goType: 'v1.PodManagementPolicyType',
    default: 'OrderedReady',
    description:
      'OrderedReady creates and deletes pods one after another; Parallel all at once. Default: OrderedReady.',
  })
  podManagementPolicy?: string;
  @Field(7, () => StatefulSetUpdateStrategy, { description: 'How the pods are updated.' })
  updateStrategy?: StatefulSetUpdateStrategy;
  @Field(8, 'int32', {
    pointer: true,
    default: 10,
    description: 'Number of earlier revisions that are kept for a rollback. Default: 10.',
  })
  revisionHistoryLimit?: number;
  @Field(9, 'int32', { since: 22, description: 'Seconds that a new pod must be ready to be available. Default: 0.' })
  minReadySeconds?: number;
  @Field(10, () => StatefulSetPersistentVolumeClaimRetentionPolicy, {
    pointer: true,
    since: 23,
    default: {},
    description: 'What happens to the claims. Default: they are kept.',
  })
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  @Field(11, () => StatefulSetOrdinals, {
    pointer: true,
    since: 26,
    description: 'Numbers of the pods. Default: from 0.',
  })
  ordinals?: StatefulSetOrdinals;
}

@Struct('apps.v1.StatefulSetCondition', { description: 'A condition of a StatefulSet.', describedAs: () => Condition })
export class StatefulSetCondition {
  @Field(1, 'string', { goType: 'v1.StatefulSetConditionType', required: true }) type: string;
  @Field(2, openEnumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'time') lastTransitionTime?: string | null;
  @Field(4, 'string') reason?: string;
  @Field(5, 'string') message?: string;
}

@Struct('apps.v1.StatefulSetStatus', { description: 'Observed state of a StatefulSet.' })
export class StatefulSetStatus {
  @Field(1, 'int64', { description: '`metadata.generation` that the status describes.' }) observedGeneration?: number;
  @Field(2, 'int32', { required: true, description: 'Number of pods.' }) replicas: number;
  @Field(3, 'int32', { description: 'Number of pods that are ready.' }) readyReplicas?: number;
  @Field(4, 'int32', { description: 'Number of pods of the current revision.' }) currentReplicas?: number;
  @Field(5, 'int32', { description: 'Number of pods of the update revision.' }) updatedReplicas?: number;
  @Field(6, 'string', { description: 'Revision of the pods that are not updated yet.' }) currentRevision?: string;
  @Field(7, 'string', { description: 'Revision of the updated pods.' }) updateRevision?: string;
  @Field(9, 'int32', {
    pointer: true,
    description: 'Number of collisions in names of revisions; part of the next name.',
  })
  collisionCount?: number;
  @Field(10, listOf(() => StatefulSetCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    description: 'Conditions of the StatefulSet.',
  })
  conditions?: StatefulSetCondition[];
  @Field(11, 'int32', {
    zeroIsShown: true,
    since: 22,
    description: 'Number of pods that have been ready for `minReadySeconds`.',
  })
  availableReplicas?: number;
}

@Struct('apps.v1.StatefulSet', { typeMeta: true, description: 'Pods with stable names and volumes.' })
export class StatefulSet extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => StatefulSetSpec) spec?: StatefulSetSpec;
  @Field(3, () => StatefulSetStatus) status?: StatefulSetStatus;
}
