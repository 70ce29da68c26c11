import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { NodeSelector, NodeSelectorTerm } from '../node-selector.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';

@Struct('core.v1.PreferredSchedulingTerm')
export class PreferredSchedulingTerm {
  @Field(1, 'int32', { required: true }) weight: number;
  @Field(2, () => NodeSelectorTerm, { required: true }) preference: NodeSelectorTerm;
}

@Struct('core.v1.NodeAffinity')
export class NodeAffinity {
  @Field(1, () => NodeSelector, { pointer: true }) requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
  @Field(2, listOf(() => PreferredSchedulingTerm), { listType: 'atomic' })
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
}

@Struct('core.v1.PodAffinityTerm')
export class PodAffinityTerm {
  @Field(1, () => LabelSelector, { pointer: true }) labelSelector?: LabelSelector;
  @Field(2, listOf('string'), { listType: 'atomic' }) namespaces?: string[];
  @Field(3, 'string', { required: true }) topologyKey: string;
  @Field(4, () => LabelSelector, { pointer: true }) namespaceSelector?: LabelSelector;
  @Field(5, listOf('string'), { listType: 'atomic', since: 29 }) matchLabelKeys?: string[];
  @Field(6, listOf('string'), { listType: 'atomic', since: 29 }) mismatchLabelKeys?: string[];
}

@Struct('core.v1.WeightedPodAffinityTerm')
export class WeightedPodAffinityTerm {
  @Field(1, 'int32', { required: true }) weight: number;
  @Field(2, () => PodAffinityTerm, { required: true }) podAffinityTerm: PodAffinityTerm;
}

@Struct('core.v1.PodAffinity')
export class PodAffinity {
  @Field(1, listOf(() => PodAffinityTerm), { listType: 'atomic' })
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  @Field(2, listOf(() => WeightedPodAffinityTerm), { listType: 'atomic' })
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

@Struct('core.v1.PodAntiAffinity')
export class PodAntiAffinity {
  @Field(1, listOf(() => PodAffinityTerm), { listType: 'atomic' })
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  @Field(2, listOf(() => WeightedPodAffinityTerm), { listType: 'atomic' })
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

@Struct('core.v1.Affinity')
export class Affinity {
  @Field(1, () => NodeAffinity, { pointer: true }) nodeAffinity?: NodeAffinity;
  @Field(2, () => PodAffinity, { pointer: true }) podAffinity?: PodAffinity;
  @Field(3, () => PodAntiAffinity, { pointer: true }) podAntiAffinity?: PodAntiAffinity;
}
