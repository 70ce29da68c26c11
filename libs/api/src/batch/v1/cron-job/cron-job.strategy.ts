import type { Vocabulary } from '@orch/vocabulary';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { nameWarnings } from '../../../core/workload/workload-warnings.js';
import { podTemplateWarnings } from '../../../core/v1/pod/pod-warnings.js';
import { FieldPath } from '@orch/apimachinery';
import { validateCronJob } from './cron-job.validation.js';
import type { CronJob } from './cron-job.types.js';

const TEMPLATE = FieldPath.of('spec', 'jobTemplate', 'spec', 'template');

export const cronJobStrategy = (vocabulary: Vocabulary): Strategy<CronJob> => ({
  validateCreate: (job) => validateCronJob(job, undefined, vocabulary),
  validateUpdate: (job, old) => validateCronJob(job, old, vocabulary),
  warnings: ({ metadata, spec }) => [
    ...nameWarnings(metadata.name),
    ...podTemplateWarnings(TEMPLATE, spec?.jobTemplate?.spec?.template),
  ],
});

export const cronJobStatus = (): SubresourceStrategy<CronJob> => statusSubresource<CronJob>();
