import { PodTemplateSpec } from '../../../core/v1/pod/pod-template-spec.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { Condition } from '../../../meta/v1/condition.js';

@Struct('apps.v1.RollingUpdateDeployment', { description: 'Pace of the rolling update of a Deployment.' })
export class RollingUpdateDeployment {
  @Field(1, 'intOrString', {
    pointer: true,
    description:
      'Most pods that may be unavailable during the update, as a number or a percentage of the replicas, rounded down. Default: 25%.',
  })
  maxUnavailable?: number | string;
  @Field(2, 'intOrString', {
    pointer: true,
    description:
      'Most pods above the number of replicas during the update, as a number or a percentage of the replicas, rounded up. Default: 25%.',
  })
  maxSurge?: number | string;
}

@Struct('apps.v1.DeploymentStrategy', { description: 'How the pods of a Deployment are replaced.' })
export class DeploymentStrategy {
  @Field(1, enumOf('Recreate', 'RollingUpdate'), {
    goType: 'v1.DeploymentStrategyType',
    default: 'RollingUpdate',
    description:
      'RollingUpdate replaces pods step by step; Recreate deletes all old ones first. Default: RollingUpdate.',
  })
  type?: string;
  @Field(2, () => RollingUpdateDeployment, { pointer: true, description: 'Pace of a rolling update.' })
  rollingUpdate?: RollingUpdateDeployment;
}

@Struct('apps.v1.DeploymentSpec', { description: 'Desired state of a Deployment.' })
export class DeploymentSpec {
  @Field(1, 'int32', { pointer: true, default: 1, description: 'Number of pods. Default: 1.' }) replicas?: number;
  @Field(2, () => LabelSelector, {
    required: true,
    pointer: true,
    description: 'Labels of the pods; they must be those of the template. Cannot be changed.',
  })
  selector: LabelSelector;
  @Field(3, () => PodTemplateSpec, {
    required: true,
    description: 'Pods that are created. Their restart policy is Always.',
  })
  template: PodTemplateSpec;
  @Field(4, () => DeploymentStrategy, { patchStrategy: 'retainKeys', description: 'How the pods are replaced.' })
  strategy?: DeploymentStrategy;
  @Field(5, 'int32', { description: 'Seconds that a new pod must be ready to be available. Default: 0.' })
  minReadySeconds?: number;
  @Field(6, 'int32', {
    pointer: true,
    default: 10,
    description: 'Number of earlier ReplicaSets that are kept for a rollback. Default: 10.',
  })
  revisionHistoryLimit?: number;
  @Field(7, 'bool', { description: 'Whether changes of the template are not rolled out.' }) paused?: boolean;
  @Field(9, 'int32', {
    pointer: true,
    default: 600,
    description: 'Seconds without progress after which the rollout is reported as failed. Default: 600.',
  })
  progressDeadlineSeconds?: number;
}

@Struct('apps.v1.DeploymentCondition', { description: 'A condition of a Deployment.', describedAs: () => Condition })
export class DeploymentCondition {
  @Field(1, 'string', { goType: 'v1.DeploymentConditionType', required: true }) type: string;
  @Field(2, openEnumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(6, 'time', { description: 'When the condition was last updated.' }) lastUpdateTime?: string | null;
  @Field(7, 'time') lastTransitionTime?: string | null;
  @Field(4, 'string') reason?: string;
  @Field(5, 'string') message?: string;
}

@Struct('apps.v1.DeploymentStatus', { description: 'Observed state of a Deployment.' })
export class DeploymentStatus {
  @Field(1, 'int64', { description: '`metadata.generation` that the status describes.' }) observedGeneration?: number;
  @Field(2, 'int32', { description: 'Number of pods that are not terminating.' }) replicas?: number;
  @Field(3, 'int32', { description: 'Number of pods with the current template.' }) updatedReplicas?: number;
  @Field(7, 'int32', { description: 'Number of pods that are ready.' }) readyReplicas?: number;
  @Field(4, 'int32', { description: 'Number of pods that have been ready for `minReadySeconds`.' })
  availableReplicas?: number;
  @Field(5, 'int32', { description: 'Number of pods that are missing or not available.' }) unavailableReplicas?: number;
  @Field(6, listOf(() => DeploymentCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    description: 'Conditions: Available, Progressing, ReplicaFailure.',
  })
  conditions?: DeploymentCondition[];
  @Field(8, 'int32', {
    pointer: true,
    description: 'Number of collisions in names of ReplicaSets; part of the next name.',
  })
  collisionCount?: number;
  @Field(9, 'int32', {
    pointer: true,
    since: 33,
    featureGate: 'DeploymentReplicaSetTerminatingReplicas',
    description: 'Number of pods that are terminating.',
  })
  terminatingReplicas?: number;
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
