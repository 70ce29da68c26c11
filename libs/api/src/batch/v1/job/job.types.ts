import { JobSpec } from './job-spec.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('batch.v1.JobCondition')
export class JobCondition {
  @Field(1, 'string', { goType: 'v1.JobConditionType', required: true }) type: string;
  @Field(2, enumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'time') lastProbeTime?: string;
  @Field(4, 'time') lastTransitionTime?: string;
  @Field(5, 'string') reason?: string;
  @Field(6, 'string') message?: string;
}

@Struct('batch.v1.UncountedTerminatedPods', { since: 22 })
export class UncountedTerminatedPods {
  @Field(1, listOf('string'), { goType: '[]types.UID', listType: 'set', since: 22 }) succeeded?: string[];
  @Field(2, listOf('string'), { goType: '[]types.UID', listType: 'set', since: 22 }) failed?: string[];
}

@Struct('batch.v1.JobStatus')
export class JobStatus {
  @Field(1, listOf(() => JobCondition), { listType: 'atomic', patchStrategy: 'merge', patchMergeKey: 'type' })
  conditions?: JobCondition[];
  @Field(2, 'time', { pointer: true }) startTime?: string;
  @Field(3, 'time', { pointer: true }) completionTime?: string;
  @Field(4, 'int32') active?: number;
  @Field(5, 'int32') succeeded?: number;
  @Field(6, 'int32') failed?: number;
  @Field(7, 'string') completedIndexes?: string;
  @Field(8, () => UncountedTerminatedPods, { pointer: true, since: 22 })
  uncountedTerminatedPods?: UncountedTerminatedPods;
  @Field(9, 'int32', { pointer: true, since: 23 }) ready?: number;
  @Field(11, 'int32', { pointer: true, since: 28 }) terminating?: number;
  @Field(10, 'string', { pointer: true, since: 28 }) failedIndexes?: string;
}

@Struct('batch.v1.Job', { typeMeta: true, description: 'Work that is done once a number of pods has ended well.' })
export class Job extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => JobSpec) spec?: JobSpec;
  @Field(3, () => JobStatus) status?: JobStatus;
}
