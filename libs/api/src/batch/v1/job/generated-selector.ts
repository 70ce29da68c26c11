import {
  fieldError,
  FieldPath,
  goLabelSelector,
  goStringMap,
  goValue,
  labelSelectorFromObject,
  validateLabelSelector,
  type FieldError,
} from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { sameContent } from '../../../validation/json-equality.js';
import type { Job } from './job.types.js';

/** Legacy label names without a prefix; pods have both. */
const OLD_JOB_NAME = 'job-name';
const OLD_CONTROLLER_UID = 'controller-uid';
const LABELS = FieldPath.of('spec', 'template', 'metadata', 'labels');
const SELECTOR = FieldPath.of('spec', 'selector');

/** Labels that identify the pods of a job. */
const jobLabels = ({ metadata }: Job, { labels }: Vocabulary): Readonly<Record<string, string>> => ({
  [OLD_JOB_NAME]: metadata.name ?? '',
  [labels.jobName]: metadata.name ?? '',
  [OLD_CONTROLLER_UID]: metadata.uid ?? '',
  [labels.jobControllerUid]: metadata.uid ?? '',
});

/**
 * Generates selector and pod labels from the uid, so that no job selects the pods of another, unless `manualSelector` is
 * set. Keeps existing values; validation rejects wrong ones.
 */
export function withGeneratedSelector(job: Job, vocabulary: Vocabulary): Job {
  const { spec } = job;
  if (!spec || spec.manualSelector === true) return job;
  const { selector, template } = spec;
  const uidLabel = vocabulary.labels.jobControllerUid;
  const ownLabels = template?.metadata?.labels;
  const labels = { ...jobLabels(job, vocabulary), ...ownLabels };
  // A job that has the labels of its pods because it was sent without any has the generated ones too.
  const shared = ownLabels !== undefined && sameContent(job.metadata.labels ?? {}, ownLabels);
  return {
    ...job,
    metadata: shared ? { ...job.metadata, labels } : job.metadata,
    spec: {
      ...spec,
      selector: { ...selector, matchLabels: { [uidLabel]: job.metadata.uid ?? '', ...selector?.matchLabels } },
      template: {
        ...template,
        metadata: { ...template?.metadata, labels },
      },
    },
  };
}

/** Whether labels and selector equal the generated ones, unless `manualSelector` is set. */
export function validateGeneratedSelector(job: Job, vocabulary: Vocabulary): FieldError[] {
  const { spec } = job;
  if (!spec?.selector || spec.manualSelector === true) return [];
  const labels = spec.template?.metadata?.labels ?? {};
  const expected = jobLabels(job, vocabulary);
  const shown = goValue(goStringMap, labels);
  const errors = Object.entries(expected).flatMap(([key, value]) => {
    const there = Object.hasOwn(labels, key) ? labels[key] : undefined;
    if (there === value) return [];
    return there === undefined
      ? [fieldError.required(LABELS.key(key), `must be '${value}'`)]
      : [fieldError.invalid(LABELS.key(key), shown, `must be '${value}'`)];
  });
  // An invalid selector is reported elsewhere.
  const isSelector = validateLabelSelector(spec.selector, SELECTOR).length === 0;
  if (isSelector && !labelSelectorFromObject(spec.selector).matches(expected)) {
    errors.push(fieldError.invalid(SELECTOR, goValue(goLabelSelector, spec.selector), '`selector` not auto-generated'));
  }
  return errors;
}
