import { PodTemplateSpec } from '../pod/pod-template-spec.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, mapOf, openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { Condition } from '../../../meta/v1/condition.js';

@Struct('core.v1.ReplicationControllerSpec', { description: 'Desired state of a ReplicationController.' })
export class ReplicationControllerSpec {
  @Field(1, 'int32', {
    pointer: true,
    default: 1,
    documentedDefault: 'own',
    description: 'Number of pods. Default: 1.',
  })
  replicas?: number;
  @Field(4, 'int32', {
    default: 0,
    description: 'Seconds that a new pod must be ready to be available. Default: 0.',
    documentedDefault: 'zero',
  })
  minReadySeconds?: number;
  @Field(2, mapOf('string'), { mapType: 'atomic', description: 'Labels of the pods. Default: those of the template.' })
  selector?: Record<string, string>;
  @Field(3, () => PodTemplateSpec, { pointer: true, description: 'Pods that are created.' }) template?: PodTemplateSpec;
}

@Struct('core.v1.ReplicationControllerCondition', {
  description: 'A condition of a ReplicationController.',
  describedAs: () => Condition,
})
export class ReplicationControllerCondition {
  @Field(1, 'string', { goType: 'v1.ReplicationControllerConditionType', required: true }) type: string;
  @Field(2, openEnumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'time') lastTransitionTime?: string | null;
  @Field(4, 'string') reason?: string;
  @Field(5, 'string') message?: string;
}

@Struct('core.v1.ReplicationControllerStatus', { description: 'Observed state of a ReplicationController.' })
export class ReplicationControllerStatus {
  @Field(1, 'int32', { required: true, description: 'Number of pods.' }) replicas: number;
  @Field(2, 'int32', { description: 'Number of pods with all labels of the template.' }) fullyLabeledReplicas?: number;
  @Field(4, 'int32', { description: 'Number of pods that are ready.' }) readyReplicas?: number;
  @Field(5, 'int32', { description: 'Number of pods that have been ready for `minReadySeconds`.' })
  availableReplicas?: number;
  @Field(3, 'int64', { description: '`metadata.generation` that the status describes.' }) observedGeneration?: number;
  @Field(6, listOf(() => ReplicationControllerCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    description: 'Conditions: ReplicaFailure.',
  })
  conditions?: ReplicationControllerCondition[];
}

@Struct('core.v1.ReplicationController', {
  typeMeta: true,
  description: 'A number of equal pods that is kept up: the older form of a ReplicaSet.',
})
export class ReplicationController extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => ReplicationControllerSpec) spec?: ReplicationControllerSpec;
  @Field(3, () => ReplicationControllerStatus) status?: ReplicationControllerStatus;
}
