import { PodTemplateSpec } from '../../../core/v1/pod/pod-template-spec.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { Condition } from '../../../meta/v1/condition.js';

@Struct('apps.v1.ReplicaSetSpec', { description: 'Desired state of a ReplicaSet.' })
export class ReplicaSetSpec {
  @Field(1, 'int32', { pointer: true, default: 1, description: 'Number of pods. Default: 1.' }) replicas?: number;
  @Field(4, 'int32', { description: 'Seconds that a new pod must be ready to be available. Default: 0.' })
  minReadySeconds?: number;
  @Field(2, () => LabelSelector, {
    required: true,
    pointer: true,
    description: 'Labels of the pods; they must be those of the template. Cannot be changed.',
  })
  selector: LabelSelector;
  @Field(3, () => PodTemplateSpec, { description: 'Pods that are created.' }) template?: PodTemplateSpec;
}

@Struct('apps.v1.ReplicaSetCondition', { description: 'A condition of a ReplicaSet.', describedAs: () => Condition })
export class ReplicaSetCondition {
  @Field(1, 'string', { goType: 'v1.ReplicaSetConditionType', required: true }) type: string;
  @Field(2, openEnumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'time') lastTransitionTime?: string | null;
  @Field(4, 'string') reason?: string;
  @Field(5, 'string') message?: string;
}

@Struct('apps.v1.ReplicaSetStatus', { description: 'Observed state of a ReplicaSet.' })
export class ReplicaSetStatus {
  @Field(1, 'int32', { required: true, description: 'Number of pods that are not terminating.' }) replicas: number;
  @Field(2, 'int32', { description: 'Number of pods with all labels of the template.' }) fullyLabeledReplicas?: number;
  @Field(4, 'int32', { description: 'Number of pods that are ready.' }) readyReplicas?: number;
  @Field(5, 'int32', { description: 'Number of pods that have been ready for `minReadySeconds`.' })
  availableReplicas?: number;
  @Field(3, 'int64', { description: '`metadata.generation` that the status describes.' }) observedGeneration?: number;
  @Field(6, listOf(() => ReplicaSetCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    description: 'Conditions: ReplicaFailure.',
  })
  conditions?: ReplicaSetCondition[];
  @Field(7, 'int32', {
    pointer: true,
    since: 33,
    featureGate: 'DeploymentReplicaSetTerminatingReplicas',
    description: 'Number of pods that are terminating.',
  })
  terminatingReplicas?: number;
}

@Struct('apps.v1.ReplicaSet', { typeMeta: true, description: 'A number of equal pods that is kept up.' })
export class ReplicaSet extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => ReplicaSetSpec) spec?: ReplicaSetSpec;
  @Field(3, () => ReplicaSetStatus) status?: ReplicaSetStatus;
}
