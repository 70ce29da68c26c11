import type { ApiObject } from '@orch/apimachinery';
import { templateDefaults } from '../../../core/workload/template-defaults.js';
import type { JobSpec } from './job-spec.js';
import type { Job } from './job.types.js';

/** Number of failed pods after which a job fails. */
const BACKOFF_LIMIT = 6;
/** Each index has its own limit, so the job has none. */
const NO_BACKOFF_LIMIT = 2 ** 31 - 1;

/** First release 1.x that has `podReplacementPolicy` enabled. */
const POD_REPLACEMENT_SINCE = 29;

/**
 * Defaults of a Job. Not declared on its fields, since a CronJob's template has the same fields without defaults: these are
 * set when a Job is created from it.
 */
export function jobDefaults(object: ApiObject, _vocabulary?: unknown, emulatedMinor = Infinity): ApiObject {
  const job = templateDefaults(object) as Job;
  const { spec } = job;
  return spec ? withLabelsOfPods({ ...job, spec: jobSpecDefaults(spec, emulatedMinor) }) : job;
}

/** A job without labels gets those of its pods, so that the same selector matches both. */
export function withLabelsOfPods(job: Job): Job {
  const { metadata, spec } = job;
  const labels = spec?.template?.metadata?.labels;
  const unlabelled = Object.keys(metadata.labels ?? {}).length === 0;
  return labels && unlabelled ? { ...job, metadata: { ...metadata, labels } } : job;
}

function jobSpecDefaults(spec: JobSpec, emulatedMinor: number): JobSpec {
  const { parallelism, completions, backoffLimitPerIndex, podFailurePolicy } = spec;
  return {
    ...spec,
    parallelism: parallelism ?? 1,
    // Without either, one pod must succeed; with parallelism alone, it is a work queue that any pod may declare empty.
    ...(completions === undefined && parallelism === undefined ? { completions: 1 } : {}),
    backoffLimit: spec.backoffLimit ?? (backoffLimitPerIndex === undefined ? BACKOFF_LIMIT : NO_BACKOFF_LIMIT),
    completionMode: spec.completionMode ?? 'NonIndexed',
    suspend: spec.suspend ?? false,
    manualSelector: spec.manualSelector ?? false,
    ...(emulatedMinor < POD_REPLACEMENT_SINCE
      ? {}
      : { podReplacementPolicy: spec.podReplacementPolicy ?? (podFailurePolicy ? 'Failed' : 'TerminatingOrFailed') }),
  };
}
