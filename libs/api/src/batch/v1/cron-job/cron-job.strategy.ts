import { rulesOfUpdate } from '../../../core/v1/pod/pod-rules.js';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { isChanged, nameWarnings } from '../../../core/workload/workload-warnings.js';
import { jobSpecWarnings } from '../job/job-warnings.js';
import { FieldPath } from '@orch/apimachinery';
import { validateCronJob } from './cron-job.validation.js';
import type { CronJob } from './cron-job.types.js';

const JOB_SPEC = FieldPath.of('spec', 'jobTemplate', 'spec');

export const cronJobStrategy = (): Strategy<CronJob> => ({
  validateCreate: (job, context) => validateCronJob(job, undefined, context),
  validateUpdate: (job, old, context) =>
    validateCronJob(job, old, rulesOfUpdate(context, old.spec?.jobTemplate?.spec?.template)),
  warnings: (cronJob, context, old) => [
    ...(old ? [] : nameWarnings(cronJob.metadata.name)),
    ...(isChanged(cronJob, old) ? jobSpecWarnings(JOB_SPEC, cronJob.spec?.jobTemplate?.spec, context) : []),
  ],
});

export const cronJobStatus = (): SubresourceStrategy<CronJob> => statusSubresource<CronJob>();
