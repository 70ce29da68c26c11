import { Field, Struct } from '../../../definition/decorators.js';
import { enumByRelease, enumOf, listOf } from '../../../definition/field-type.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';

@Struct('core.v1.Toleration', { description: 'Taints that a pod tolerates.' })
export class Toleration {
  @Field(1, 'string', { description: 'Key of the taint. Empty with operator Exists: all taints.' }) key?: string;
  @Field(2, enumByRelease(['Exists', 'Equal', 'Lt', 'Gt'], { Lt: { since: 35 }, Gt: { since: 35 } }), {
    goType: 'v1.TolerationOperator',
    description: 'Relation of key and value: Exists or Equal; Lt and Gt compare numbers. Default: Equal.',
  })
  operator?: string;
  @Field(3, 'string', { description: 'Value of the taint. Empty with operator Exists.' }) value?: string;
  @Field(4, enumOf('NoSchedule', 'PreferNoSchedule', 'NoExecute'), {
    goType: 'v1.TaintEffect',
    description: 'Effect of the taint: NoSchedule, PreferNoSchedule or NoExecute. Empty: all effects.',
  })
  effect?: string;
  @Field(5, 'int64', {
    pointer: true,
    description:
      'Seconds that the pod stays on the node with a taint of effect NoExecute. Absent: forever; 0 or less: it is evicted immediately.',
  })
  tolerationSeconds?: number;
}

@Struct('core.v1.TopologySpreadConstraint', { description: 'A rule that spreads matching pods over domains.' })
export class TopologySpreadConstraint {
  @Field(1, 'int32', {
    required: true,
    description:
      'Largest allowed difference between the number of pods in a domain and the lowest number in any, at least 1.',
  })
  maxSkew: number;
  @Field(2, 'string', { required: true, description: 'Node label: nodes with the same value are one domain.' })
  topologyKey: string;
  @Field(3, enumOf('DoNotSchedule', 'ScheduleAnyway'), {
    goType: 'v1.UnsatisfiableConstraintAction',
    required: true,
    description: 'DoNotSchedule keeps the pod pending; ScheduleAnyway prefers nodes with a lower skew.',
  })
  whenUnsatisfiable: string;
  @Field(4, () => LabelSelector, { pointer: true, description: 'Labels of the pods that are counted.' })
  labelSelector?: LabelSelector;
  @Field(5, 'int32', {
    pointer: true,
    since: 24,
    description: 'With fewer matching domains the lowest number counts as 0. Only with DoNotSchedule. Default: 1.',
  })
  minDomains?: number;
  @Field(6, enumOf('Ignore', 'Honor'), {
    goType: 'v1.NodeInclusionPolicy',
    pointer: true,
    since: 25,
    description:
      "Whether nodes that the pod's affinity and node selector exclude are left out: Honor or Ignore. Default: Honor.",
  })
  nodeAffinityPolicy?: string;
  @Field(7, enumOf('Ignore', 'Honor'), {
    goType: 'v1.NodeInclusionPolicy',
    pointer: true,
    since: 25,
    description:
      'Whether nodes with taints that the pod does not tolerate are left out: Honor or Ignore. Default: Ignore.',
  })
  nodeTaintsPolicy?: string;
  @Field(8, listOf('string'), {
    listType: 'atomic',
    since: 25,
    description: 'Label keys whose values are taken from this pod and added to `labelSelector`.',
  })
  matchLabelKeys?: string[];
}

@Struct('core.v1.PodReadinessGate', { description: 'A condition that must be True before a pod is ready.' })
export class PodReadinessGate {
  @Field(1, 'string', {
    goType: 'v1.PodConditionType',
    required: true,
    description: 'Type of the condition of the pod.',
  })
  conditionType: string;
}

@Struct('core.v1.PodSchedulingGate', { since: 26, description: 'A gate that keeps a pod from being scheduled.' })
export class PodSchedulingGate {
  @Field(1, 'string', { required: true, since: 26, description: 'Name of the gate; unique in the pod.' }) name: string;
}

@Struct('core.v1.PodSchedulingGroup', { since: 36, description: 'Group with which a pod is scheduled.' })
export class PodSchedulingGroup {
  @Field(1, 'string', { pointer: true, since: 36, description: 'Name of the PodGroup in the namespace of the pod.' })
  podGroupName?: string;
}

@Struct('core.v1.WorkloadReference', { since: 35, last: 35, description: 'Workload to which a pod belongs.' })
export class WorkloadReference {
  @Field(1, 'string', {
    required: true,
    since: 35,
    last: 35,
    description: 'Name of the Workload in the namespace of the pod.',
  })
  name: string;
  @Field(2, 'string', {
    required: true,
    since: 35,
    last: 35,
    description: 'Name of the group of pods in the Workload.',
  })
  podGroup: string;
  @Field(3, 'string', {
    since: 35,
    last: 35,
    description: 'Key of the replica of the group, which is scheduled by itself.',
  })
  podGroupReplicaKey?: string;
}
