import { JobSpec } from '../job/job-spec.js';
import { ObjectReference } from '../../../core/v1/references.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('batch.v1.JobTemplateSpec', { description: 'Jobs that are created from a template.' })
export class JobTemplateSpec {
  @Field(1, () => ObjectMeta, { description: 'Labels and annotations of the Jobs.' }) metadata: ObjectMeta;
  @Field(2, () => JobSpec, { description: 'Desired state of the Jobs.' }) spec?: JobSpec;
}

@Struct('batch.v1.CronJobSpec', { description: 'Desired state of a CronJob.' })
export class CronJobSpec {
  @Field(1, 'string', {
    required: true,
    description: 'Times in cron format: minute, hour, day of month, month, day of week.',
  })
  schedule: string;
  @Field(2, 'int64', {
    pointer: true,
    description: 'Seconds by which a Job may start late. Later ones are missed. Default: no limit.',
  })
  startingDeadlineSeconds?: number;
  @Field(3, enumOf('Allow', 'Forbid', 'Replace'), {
    goType: 'v1.ConcurrencyPolicy',
    default: 'Allow',
    description:
      'When the last Job still runs: Allow starts another, Forbid skips the time, Replace replaces the Job. Default: Allow.',
  })
  concurrencyPolicy?: string;
  @Field(4, 'bool', {
    pointer: true,
    default: false,
    description: 'Whether no further Jobs are started. Default: false.',
  })
  suspend?: boolean;
  @Field(5, () => JobTemplateSpec, { required: true, description: 'Jobs that are created.' })
  jobTemplate: JobTemplateSpec;
  @Field(6, 'int32', { pointer: true, default: 3, description: 'Number of succeeded Jobs that are kept. Default: 3.' })
  successfulJobsHistoryLimit?: number;
  @Field(7, 'int32', { pointer: true, default: 1, description: 'Number of failed Jobs that are kept. Default: 1.' })
  failedJobsHistoryLimit?: number;
  @Field(8, 'string', {
    pointer: true,
    since: 24,
    description: 'Name of the time zone of the schedule: `Europe/Berlin`. Default: that of the controller manager.',
  })
  timeZone?: string;
}

@Struct('batch.v1.CronJobStatus', { description: 'Observed state of a CronJob.' })
export class CronJobStatus {
  @Field(1, listOf(() => ObjectReference), { listType: 'atomic', description: 'Jobs that run.' })
  active?: ObjectReference[];
  @Field(4, 'time', { pointer: true, description: 'When a Job was last started by schedule.' })
  lastScheduleTime?: string;
  @Field(5, 'time', { pointer: true, description: 'When a Job last succeeded.' }) lastSuccessfulTime?: string;
}

@Struct('batch.v1.CronJob', { typeMeta: true, description: 'Jobs at times of a schedule.' })
export class CronJob extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => CronJobSpec) spec?: CronJobSpec;
  @Field(3, () => CronJobStatus) status?: CronJobStatus;
}
