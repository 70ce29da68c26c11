import { fieldError, FieldPath, validateName, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { workloadWarnings } from '../../../core/workload/workload-warnings.js';
import { withGeneratedSelector } from './generated-selector.js';
import { withLabelsOfPods } from './job.defaults.js';
import { validateJobUpdate } from './job-update.validation.js';
import { validateJob, validateJobStatus } from './job.validation.js';
import type { Job } from './job.types.js';

export const jobStrategy = (vocabulary: Vocabulary): Strategy<Job> => ({
  prepareForCreate: (job) => withLabelsOfPods(withGeneratedSelector(job, vocabulary)),
  validateCreate: (job) => [...validateJob(job, vocabulary), ...validateIndexedName(job)],
  validateUpdate: (job, old) => [...validateJob(job, vocabulary), ...validateJobUpdate(job, old)],
  warnings: (job) => workloadWarnings(job, job.spec?.template),
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
  statusSubresource<Job>({ validateUpdate: ({ status }) => validateJobStatus(status) });
