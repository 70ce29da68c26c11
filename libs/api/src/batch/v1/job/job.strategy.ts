import { fieldError, FieldPath, validateName, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { rulesOfUpdate } from '../../../core/v1/pod/pod-rules.js';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { isChanged, nameWarnings } from '../../../core/workload/workload-warnings.js';
import { withGeneratedSelector } from './generated-selector.js';
import { withLabelsOfPods } from './job.defaults.js';
import { jobSpecWarnings } from './job-warnings.js';
import { validateJobStatusUpdate } from './job-status-update.validation.js';
import { validateJobUpdate } from './job-update.validation.js';
import { validateChangedJob, validateJob, validateJobStatus } from './job.validation.js';
import type { Job } from './job.types.js';

export const jobStrategy = (vocabulary: Vocabulary): Strategy<Job> => ({
  prepareForCreate: (job) => withLabelsOfPods(withGeneratedSelector(job, vocabulary)),
  validateCreate: (job, context) => [...validateJob(job, context), ...validateIndexedName(job)],
  validateUpdate: (job, old, context) => [
    ...validateChangedJob(job, rulesOfUpdate(context, old.spec?.template)),
    ...validateJobUpdate(job, old),
  ],
  warnings: (job, context, old) => [
    ...(old ? [] : nameWarnings(job.metadata.name)),
    ...(isChanged(job, old) ? jobSpecWarnings(FieldPath.of('spec'), job.spec, context) : []),
  ],
});

/** The pod of the last index is `NAME-INDEX`, which is its host name. */
function validateIndexedName({ metadata, spec }: Job): FieldError[] {
  const { completionMode, completions = 0 } = spec ?? {};
  if (completionMode !== 'Indexed' || completions <= 0) return [];
  const host = `${metadata.name ?? ''}-${completions - 1}`;
  return validateName('dns-label', host).map((fault) =>
    fieldError.invalid(
      FieldPath.of('metadata', 'name'),
      metadata.name,
      `will not able to create pod with invalid DNS label: ${host}: ${fault}`,
    ),
  );
}

export const jobStatus = (): SubresourceStrategy<Job> =>
  statusSubresource<Job>({
    validateUpdate: (job, old, { features }) => [
      ...validateJobStatus(job.status),
      ...(features.enabled('JobManagedBy') ? validateJobStatusUpdate(job, old) : []),
    ],
  });
