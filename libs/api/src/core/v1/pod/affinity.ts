import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { NodeSelector, NodeSelectorTerm } from '../node-selector.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';

@Struct('core.v1.PreferredSchedulingTerm', { description: 'A preference for nodes, with its weight.' })
export class PreferredSchedulingTerm {
  @Field(1, 'int32', { required: true, description: 'Added to the score of matching nodes, 1 to 100.' }) weight: number;
  @Field(2, () => NodeSelectorTerm, { required: true, description: 'Nodes that are preferred.' })
  preference: NodeSelectorTerm;
}

@Struct('core.v1.NodeAffinity', { description: 'Rules about the nodes of a pod.' })
export class NodeAffinity {
  @Field(1, () => NodeSelector, {
    pointer: true,
    description:
      'Nodes on which the pod may be scheduled. A pod that runs is not evicted when its node no longer matches.',
  })
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
  @Field(2, listOf(() => PreferredSchedulingTerm), {
    listType: 'atomic',
    description:
      'Preferred nodes. The node with the highest sum of matching weights is chosen among the possible ones.',
  })
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
}

@Struct('core.v1.PodAffinityTerm', { description: 'A set of pods and the topology in which their nodes are compared.' })
export class PodAffinityTerm {
  @Field(1, () => LabelSelector, { pointer: true, description: 'Labels of the pods. Absent: no pod matches.' })
  labelSelector?: LabelSelector;
  @Field(2, listOf('string'), {
    listType: 'atomic',
    description:
      "Names of the pods' namespaces, in addition to `namespaceSelector`. Both absent: the namespace of this pod.",
  })
  namespaces?: string[];
  @Field(3, 'string', {
    required: true,
    description: 'Node label: nodes with the same value are one domain. Required.',
  })
  topologyKey: string;
  @Field(4, () => LabelSelector, {
    pointer: true,
    description: "Labels of the pods' namespaces, in addition to `namespaces`. Empty: all namespaces.",
  })
  namespaceSelector?: LabelSelector;
  @Field(5, listOf('string'), {
    listType: 'atomic',
    since: 29,
    description: 'Label keys whose values are taken from this pod and added to `labelSelector` as `key in (value)`.',
  })
  matchLabelKeys?: string[];
  @Field(6, listOf('string'), {
    listType: 'atomic',
    since: 29,
    description: 'Label keys whose values are taken from this pod and added to `labelSelector` as `key notin (value)`.',
  })
  mismatchLabelKeys?: string[];
}

@Struct('core.v1.WeightedPodAffinityTerm', {
  description: 'A preference for nodes with certain pods, with its weight.',
})
export class WeightedPodAffinityTerm {
  @Field(1, 'int32', { required: true, description: 'Added to the score of matching nodes, 1 to 100.' }) weight: number;
  @Field(2, () => PodAffinityTerm, { required: true, description: 'The pods and their topology.' })
  podAffinityTerm: PodAffinityTerm;
}

@Struct('core.v1.PodAffinity', { description: 'Rules that place a pod near other pods.' })
export class PodAffinity {
  @Field(1, listOf(() => PodAffinityTerm), {
    listType: 'atomic',
    description:
      'Pods that must run in the same domain, all terms. A pod that runs is not evicted when they no longer match.',
  })
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  @Field(2, listOf(() => WeightedPodAffinityTerm), {
    listType: 'atomic',
    description: 'Pods that should run in the same domain, by weight.',
  })
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

@Struct('core.v1.PodAntiAffinity', { description: 'Rules that keep a pod away from other pods.' })
export class PodAntiAffinity {
  @Field(1, listOf(() => PodAffinityTerm), {
    listType: 'atomic',
    description:
      'Pods that must not run in the same domain, any term. A pod that runs is not evicted when they match later.',
  })
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  @Field(2, listOf(() => WeightedPodAffinityTerm), {
    listType: 'atomic',
    description: 'Pods that should not run in the same domain, by weight.',
  })
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

@Struct('core.v1.Affinity', { description: 'Rules about where a pod is scheduled.' })
export class Affinity {
  @Field(1, () => NodeAffinity, { pointer: true, description: 'Rules about the node itself.' })
  nodeAffinity?: NodeAffinity;
  @Field(2, () => PodAffinity, { pointer: true, description: 'Rules that place the pod near other pods.' })
  podAffinity?: PodAffinity;
  @Field(3, () => PodAntiAffinity, { pointer: true, description: 'Rules that keep the pod away from other pods.' })
  podAntiAffinity?: PodAntiAffinity;
}
