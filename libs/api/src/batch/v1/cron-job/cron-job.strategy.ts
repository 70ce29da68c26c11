import type { Vocabulary } from '@orch/vocabulary';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { nameWarnings } from '../../../workload/name-warnings.js';
import { validateCronJob } from './cron-job.validation.js';
import type { CronJob } from './cron-job.types.js';

export const cronJobStrategy = (vocabulary: Vocabulary): Strategy<CronJob> => ({
  validateCreate: (job) => validateCronJob(job, undefined, vocabulary),
  validateUpdate: (job, old) => validateCronJob(job, old, vocabulary),
  warnings: ({ metadata }) => nameWarnings(metadata.name),
});

export const cronJobStatus = (): SubresourceStrategy<CronJob> => statusSubresource<CronJob>();
