import { PodTemplateSpec } from '../../../core/v1/pod/pod-template-spec.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('apps.v1.RollingUpdateDaemonSet')
export class RollingUpdateDaemonSet {
  @Field(1, 'intOrString', { pointer: true, default: 1 }) maxUnavailable?: number | string;
  @Field(2, 'intOrString', { pointer: true, default: 0 }) maxSurge?: number | string;
}

@Struct('apps.v1.DaemonSetUpdateStrategy')
export class DaemonSetUpdateStrategy {
  @Field(1, enumOf('RollingUpdate', 'OnDelete'), { goType: 'v1.DaemonSetUpdateStrategyType', default: 'RollingUpdate' })
  type?: string;
  @Field(2, () => RollingUpdateDaemonSet, { pointer: true }) rollingUpdate?: RollingUpdateDaemonSet;
}

@Struct('apps.v1.DaemonSetSpec')
export class DaemonSetSpec {
  @Field(1, () => LabelSelector, { required: true, pointer: true }) selector: LabelSelector;
  @Field(2, () => PodTemplateSpec, { required: true }) template: PodTemplateSpec;
  @Field(3, () => DaemonSetUpdateStrategy) updateStrategy?: DaemonSetUpdateStrategy;
  @Field(4, 'int32') minReadySeconds?: number;
  @Field(6, 'int32', { pointer: true, default: 10 }) revisionHistoryLimit?: number;
}

@Struct('apps.v1.DaemonSetCondition')
export class DaemonSetCondition {
  @Field(1, 'string', { goType: 'v1.DaemonSetConditionType', required: true }) type: string;
  @Field(2, enumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'time') lastTransitionTime?: string;
  @Field(4, 'string') reason?: string;
  @Field(5, 'string') message?: string;
}

@Struct('apps.v1.DaemonSetStatus')
export class DaemonSetStatus {
  @Field(1, 'int32', { required: true }) currentNumberScheduled: number;
  @Field(2, 'int32', { required: true }) numberMisscheduled: number;
  @Field(3, 'int32', { required: true }) desiredNumberScheduled: number;
  @Field(4, 'int32', { required: true }) numberReady: number;
  @Field(5, 'int64') observedGeneration?: number;
  @Field(6, 'int32') updatedNumberScheduled?: number;
  @Field(7, 'int32') numberAvailable?: number;
  @Field(8, 'int32') numberUnavailable?: number;
  @Field(9, 'int32', { pointer: true }) collisionCount?: number;
  @Field(10, listOf(() => DaemonSetCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
  })
  conditions?: DaemonSetCondition[];
}

@Struct('apps.v1.DaemonSet', { typeMeta: true, description: 'A pod on every node that fits.' })
export class DaemonSet extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => DaemonSetSpec) spec?: DaemonSetSpec;
  @Field(3, () => DaemonSetStatus) status?: DaemonSetStatus;
}
