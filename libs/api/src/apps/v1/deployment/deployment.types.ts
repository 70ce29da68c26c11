import { PodTemplateSpec } from '../../../core/v1/pod/pod-template-spec.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('apps.v1.RollingUpdateDeployment')
export class RollingUpdateDeployment {
  @Field(1, 'intOrString', { pointer: true }) maxUnavailable?: number | string;
  @Field(2, 'intOrString', { pointer: true }) maxSurge?: number | string;
}

@Struct('apps.v1.DeploymentStrategy')
export class DeploymentStrategy {
  @Field(1, enumOf('Recreate', 'RollingUpdate'), { goType: 'v1.DeploymentStrategyType', default: 'RollingUpdate' })
  type?: string;
  @Field(2, () => RollingUpdateDeployment, { pointer: true }) rollingUpdate?: RollingUpdateDeployment;
}

@Struct('apps.v1.DeploymentSpec')
export class DeploymentSpec {
  @Field(1, 'int32', { pointer: true, default: 1 }) replicas?: number;
  @Field(2, () => LabelSelector, { required: true, pointer: true }) selector: LabelSelector;
  @Field(3, () => PodTemplateSpec, { required: true }) template: PodTemplateSpec;
  @Field(4, () => DeploymentStrategy, { patchStrategy: 'retainKeys' }) strategy?: DeploymentStrategy;
  @Field(5, 'int32') minReadySeconds?: number;
  @Field(6, 'int32', { pointer: true, default: 10 }) revisionHistoryLimit?: number;
  @Field(7, 'bool') paused?: boolean;
  @Field(9, 'int32', { pointer: true, default: 600 }) progressDeadlineSeconds?: number;
}

@Struct('apps.v1.DeploymentCondition')
export class DeploymentCondition {
  @Field(1, 'string', { goType: 'v1.DeploymentConditionType', required: true }) type: string;
  @Field(2, enumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(6, 'time') lastUpdateTime?: string;
  @Field(7, 'time') lastTransitionTime?: string;
  @Field(4, 'string') reason?: string;
  @Field(5, 'string') message?: string;
}

@Struct('apps.v1.DeploymentStatus')
export class DeploymentStatus {
  @Field(1, 'int64') observedGeneration?: number;
  @Field(2, 'int32') replicas?: number;
  @Field(3, 'int32') updatedReplicas?: number;
  @Field(7, 'int32') readyReplicas?: number;
  @Field(4, 'int32') availableReplicas?: number;
  @Field(5, 'int32') unavailableReplicas?: number;
  @Field(6, listOf(() => DeploymentCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
  })
  conditions?: DeploymentCondition[];
  @Field(8, 'int32', { pointer: true }) collisionCount?: number;
  @Field(9, 'int32', { pointer: true, since: 33 }) terminatingReplicas?: number;
}

@Struct('apps.v1.Deployment', {
  typeMeta: true,
  description: 'Copies of a pod, changed from one template to the next step by step.',
})
export class Deployment extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => DeploymentSpec) spec?: DeploymentSpec;
  @Field(3, () => DeploymentStatus) status?: DeploymentStatus;
}
