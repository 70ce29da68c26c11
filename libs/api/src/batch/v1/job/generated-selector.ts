import {
  fieldError,
  FieldPath,
  labelSelectorFromObject,
  validateLabelSelector,
  type FieldError,
} from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Job } from './job.types.js';

/** Names of the labels before they had a prefix; pods carry both. */
const OLD_JOB_NAME = 'job-name';
const OLD_CONTROLLER_UID = 'controller-uid';
const LABELS = FieldPath.of('spec', 'template', 'metadata', 'labels');
const SELECTOR = FieldPath.of('spec', 'selector');

/** Labels by which the pods of a job are known. */
const jobLabels = ({ metadata }: Job, { labels }: Vocabulary): Readonly<Record<string, string>> => ({
  [OLD_JOB_NAME]: metadata.name ?? '',
  [labels.jobName]: metadata.name ?? '',
  [OLD_CONTROLLER_UID]: metadata.uid ?? '',
  [labels.jobControllerUid]: metadata.uid ?? '',
});

/**
 * Makes selector and labels of the pods from the uid, so that no job counts the pods of another; unless the user says that
 * they are his to choose. What is there already stays, and is refused where it is wrong.
 */
export function withGeneratedSelector(job: Job, vocabulary: Vocabulary): Job {
  const { spec } = job;
  if (!spec || spec.manualSelector === true) return job;
  const { selector, template } = spec;
  const uidLabel = vocabulary.labels.jobControllerUid;
  return {
    ...job,
    spec: {
      ...spec,
      selector: { ...selector, matchLabels: { [uidLabel]: job.metadata.uid ?? '', ...selector?.matchLabels } },
      template: {
        ...template,
        metadata: {
          ...template?.metadata,
          labels: { ...jobLabels(job, vocabulary), ...template?.metadata?.labels },
        },
      },
    },
  };
}

/** Whether labels and selector are those that would be made, where they are not the user's to choose. */
export function validateGeneratedSelector(job: Job, vocabulary: Vocabulary): FieldError[] {
  const { spec } = job;
  if (!spec?.selector || spec.manualSelector === true) return [];
  const labels = spec.template?.metadata?.labels ?? {};
  const expected = jobLabels(job, vocabulary);
  const errors = Object.entries(expected).flatMap(([key, value]) => {
    const there = Object.hasOwn(labels, key) ? labels[key] : undefined;
    if (there === value) return [];
    return there === undefined
      ? [fieldError.required(LABELS.key(key), `must be '${value}'`)]
      : [fieldError.invalid(LABELS.key(key), labels, `must be '${value}'`)];
  });
  // One that is none is told elsewhere.
  const isSelector = validateLabelSelector(spec.selector, SELECTOR).length === 0;
  if (isSelector && !labelSelectorFromObject(spec.selector).matches(expected)) {
    errors.push(fieldError.invalid(SELECTOR, spec.selector, '`selector` not auto-generated'));
  }
  return errors;
}
