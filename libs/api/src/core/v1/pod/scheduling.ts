import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';

@Struct('core.v1.Toleration')
export class Toleration {
  @Field(1, 'string') key?: string;
  @Field(2, enumOf('Exists', 'Equal', 'Lt', 'Gt'), { goType: 'v1.TolerationOperator' }) operator?: string;
  @Field(3, 'string') value?: string;
  @Field(4, enumOf('NoSchedule', 'PreferNoSchedule', 'NoExecute'), { goType: 'v1.TaintEffect' }) effect?: string;
  @Field(5, 'int64', { pointer: true }) tolerationSeconds?: number;
}

@Struct('core.v1.TopologySpreadConstraint')
export class TopologySpreadConstraint {
  @Field(1, 'int32', { required: true }) maxSkew: number;
  @Field(2, 'string', { required: true }) topologyKey: string;
  @Field(3, enumOf('DoNotSchedule', 'ScheduleAnyway'), { goType: 'v1.UnsatisfiableConstraintAction', required: true })
  whenUnsatisfiable: string;
  @Field(4, () => LabelSelector, { pointer: true }) labelSelector?: LabelSelector;
  @Field(5, 'int32', { pointer: true, since: 24 }) minDomains?: number;
  @Field(6, enumOf('Ignore', 'Honor'), { goType: 'v1.NodeInclusionPolicy', pointer: true, since: 25 })
  nodeAffinityPolicy?: string;
  @Field(7, enumOf('Ignore', 'Honor'), { goType: 'v1.NodeInclusionPolicy', pointer: true, since: 25 })
  nodeTaintsPolicy?: string;
  @Field(8, listOf('string'), { listType: 'atomic', since: 25 }) matchLabelKeys?: string[];
}

@Struct('core.v1.PodReadinessGate')
export class PodReadinessGate {
  @Field(1, 'string', { goType: 'v1.PodConditionType', required: true }) conditionType: string;
}

@Struct('core.v1.PodSchedulingGate', { since: 26 })
export class PodSchedulingGate {
  @Field(1, 'string', { required: true, since: 26 }) name: string;
}

@Struct('core.v1.PodSchedulingGroup', { since: 36 })
export class PodSchedulingGroup {
  @Field(1, 'string', { pointer: true, since: 36 }) podGroupName?: string;
}

@Struct('core.v1.WorkloadReference', { since: 35, last: 35 })
export class WorkloadReference {
  @Field(1, 'string', { required: true, since: 35, last: 35 }) name: string;
  @Field(2, 'string', { required: true, since: 35, last: 35 }) podGroup: string;
  @Field(3, 'string', { since: 35, last: 35 }) podGroupReplicaKey?: string;
}
