import { JobSpec } from './job-spec.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { Condition } from '../../../meta/v1/condition.js';

@Struct('batch.v1.JobCondition', { description: 'A condition of a Job.', describedAs: () => Condition })
export class JobCondition {
  @Field(1, 'string', { goType: 'v1.JobConditionType', required: true }) type: string;
  @Field(2, openEnumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'time', { description: 'When the condition was last checked.' }) lastProbeTime?: string | null;
  @Field(4, 'time') lastTransitionTime?: string | null;
  @Field(5, 'string') reason?: string;
  @Field(6, 'string') message?: string;
}

@Struct('batch.v1.UncountedTerminatedPods', {
  since: 22,
  description: 'Ended pods that the counters of a Job do not include yet.',
})
export class UncountedTerminatedPods {
  @Field(1, listOf('string'), {
    goType: '[]types.UID',
    listType: 'set',
    since: 22,
    description: 'UIDs of the succeeded pods.',
  })
  succeeded?: string[];
  @Field(2, listOf('string'), {
    goType: '[]types.UID',
    listType: 'set',
    since: 22,
    description: 'UIDs of the failed pods.',
  })
  failed?: string[];
}

@Struct('batch.v1.JobStatus', { description: 'Observed state of a Job.' })
export class JobStatus {
  @Field(1, listOf(() => JobCondition), {
    listType: 'atomic',
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    description: 'Conditions: Complete, Failed, Suspended, SuccessCriteriaMet, FailureTarget.',
  })
  conditions?: JobCondition[];
  @Field(2, 'time', { pointer: true, description: 'When the controller started the Job, or resumed it.' })
  startTime?: string;
  @Field(3, 'time', { pointer: true, description: 'When the Job succeeded.' }) completionTime?: string;
  @Field(4, 'int32', { description: 'Number of pods that are pending or running.' }) active?: number;
  @Field(5, 'int32', { description: 'Number of succeeded pods.' }) succeeded?: number;
  @Field(6, 'int32', { description: 'Number of failed pods.' }) failed?: number;
  @Field(7, 'string', { description: 'Indexes that succeeded, as ranges: `1,3-5,7`.' }) completedIndexes?: string;
  @Field(8, () => UncountedTerminatedPods, {
    pointer: true,
    since: 22,
    description: 'Ended pods that the counters do not include yet.',
  })
  uncountedTerminatedPods?: UncountedTerminatedPods;
  @Field(9, 'int32', { pointer: true, since: 23, description: 'Number of pods that are ready.' }) ready?: number;
  @Field(11, 'int32', { pointer: true, since: 28, description: 'Number of pods that are terminating.' })
  terminating?: number;
  @Field(10, 'string', { pointer: true, since: 28, description: 'Indexes that failed, as ranges: `1,3-5,7`.' })
  failedIndexes?: string;
}

@Struct('batch.v1.Job', { typeMeta: true, description: 'Work that is done once a number of pods has ended well.' })
export class Job extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => JobSpec) spec?: JobSpec;
  @Field(3, () => JobStatus) status?: JobStatus;
}
