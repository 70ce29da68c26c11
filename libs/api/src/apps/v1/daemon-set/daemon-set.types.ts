import { PodTemplateSpec } from '../../../core/v1/pod/pod-template-spec.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { Condition } from '../../../meta/v1/condition.js';

@Struct('apps.v1.RollingUpdateDaemonSet', { description: 'Pace of the rolling update of a DaemonSet.' })
export class RollingUpdateDaemonSet {
  @Field(1, 'intOrString', {
    pointer: true,
    default: 1,
    description:
      'Most pods that may be unavailable during the update, as a number or a percentage of the desired pods, rounded up. Default: 1.',
  })
  maxUnavailable?: number | string;
  @Field(2, 'intOrString', {
    pointer: true,
    default: 0,
    description:
      'Most nodes that may have an updated pod next to the old one, as a number or a percentage of the desired pods, rounded up. Default: 0.',
  })
  maxSurge?: number | string;
}

@Struct('apps.v1.DaemonSetUpdateStrategy', { description: 'How the pods of a DaemonSet are updated.' })
export class DaemonSetUpdateStrategy {
  @Field(1, enumOf('RollingUpdate', 'OnDelete'), {
    goType: 'v1.DaemonSetUpdateStrategyType',
    default: 'RollingUpdate',
    description:
      'RollingUpdate replaces pods step by step; OnDelete only when they are deleted. Default: RollingUpdate.',
  })
  type?: string;
  @Field(2, () => RollingUpdateDaemonSet, { pointer: true, description: 'Pace of a rolling update.' })
  rollingUpdate?: RollingUpdateDaemonSet;
}

@Struct('apps.v1.DaemonSetSpec', { description: 'Desired state of a DaemonSet.' })
export class DaemonSetSpec {
  @Field(1, () => LabelSelector, {
    required: true,
    pointer: true,
    description: 'Labels of the pods; they must be those of the template. Cannot be changed.',
  })
  selector: LabelSelector;
  @Field(2, () => PodTemplateSpec, {
    required: true,
    description: 'Pods that are created, one on each matching node. Their restart policy is Always.',
  })
  template: PodTemplateSpec;
  @Field(3, () => DaemonSetUpdateStrategy, { description: 'How the pods are updated.' })
  updateStrategy?: DaemonSetUpdateStrategy;
  @Field(4, 'int32', { description: 'Seconds that a new pod must be ready to be available. Default: 0.' })
  minReadySeconds?: number;
  @Field(6, 'int32', {
    pointer: true,
    default: 10,
    description: 'Number of earlier revisions that are kept for a rollback. Default: 10.',
  })
  revisionHistoryLimit?: number;
}

@Struct('apps.v1.DaemonSetCondition', { description: 'A condition of a DaemonSet.', describedAs: () => Condition })
export class DaemonSetCondition {
  @Field(1, 'string', { goType: 'v1.DaemonSetConditionType', required: true }) type: string;
  @Field(2, openEnumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'time') lastTransitionTime?: string | null;
  @Field(4, 'string') reason?: string;
  @Field(5, 'string') message?: string;
}

@Struct('apps.v1.DaemonSetStatus', { description: 'Observed state of a DaemonSet.' })
export class DaemonSetStatus {
  @Field(1, 'int32', { required: true, description: 'Nodes that run a pod and should.' })
  currentNumberScheduled: number;
  @Field(2, 'int32', { required: true, description: 'Nodes that run a pod but should not.' })
  numberMisscheduled: number;
  @Field(3, 'int32', { required: true, description: 'Nodes that should run a pod.' }) desiredNumberScheduled: number;
  @Field(4, 'int32', { required: true, description: 'Nodes that should run a pod and have a ready one.' })
  numberReady: number;
  @Field(5, 'int64', { description: '`metadata.generation` that the status describes.' }) observedGeneration?: number;
  @Field(6, 'int32', { description: 'Nodes that run an updated pod.' }) updatedNumberScheduled?: number;
  @Field(7, 'int32', { description: 'Nodes that should run a pod and have an available one.' })
  numberAvailable?: number;
  @Field(8, 'int32', { description: 'Nodes that should run a pod and have no available one.' })
  numberUnavailable?: number;
  @Field(9, 'int32', {
    pointer: true,
    description: 'Number of collisions in names of revisions; part of the next name.',
  })
  collisionCount?: number;
  @Field(10, listOf(() => DaemonSetCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    description: 'Conditions of the DaemonSet.',
  })
  conditions?: DaemonSetCondition[];
}

@Struct('apps.v1.DaemonSet', { typeMeta: true, description: 'A pod on every node that fits.' })
export class DaemonSet extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => DaemonSetSpec) spec?: DaemonSetSpec;
  @Field(3, () => DaemonSetStatus) status?: DaemonSetStatus;
}
