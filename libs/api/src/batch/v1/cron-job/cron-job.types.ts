import { JobSpec } from '../job/job-spec.js';
import { ObjectReference } from '../../../core/v1/references.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('batch.v1.JobTemplateSpec')
export class JobTemplateSpec {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => JobSpec) spec?: JobSpec;
}

@Struct('batch.v1.CronJobSpec')
export class CronJobSpec {
  @Field(1, 'string', { required: true }) schedule: string;
  @Field(2, 'int64', { pointer: true }) startingDeadlineSeconds?: number;
  @Field(3, enumOf('Allow', 'Forbid', 'Replace'), { goType: 'v1.ConcurrencyPolicy', default: 'Allow' })
  concurrencyPolicy?: string;
  @Field(4, 'bool', { pointer: true, default: false }) suspend?: boolean;
  @Field(5, () => JobTemplateSpec, { required: true }) jobTemplate: JobTemplateSpec;
  @Field(6, 'int32', { pointer: true, default: 3 }) successfulJobsHistoryLimit?: number;
  @Field(7, 'int32', { pointer: true, default: 1 }) failedJobsHistoryLimit?: number;
  @Field(8, 'string', { pointer: true, since: 24 }) timeZone?: string;
}

@Struct('batch.v1.CronJobStatus')
export class CronJobStatus {
  @Field(1, listOf(() => ObjectReference), { listType: 'atomic' }) active?: ObjectReference[];
  @Field(4, 'time', { pointer: true }) lastScheduleTime?: string;
  @Field(5, 'time', { pointer: true }) lastSuccessfulTime?: string;
}

@Struct('batch.v1.CronJob', { typeMeta: true, description: 'Jobs at times of a schedule.' })
export class CronJob extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => CronJobSpec) spec?: CronJobSpec;
  @Field(3, () => CronJobStatus) status?: CronJobStatus;
}
