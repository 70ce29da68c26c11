import type { FieldPath } from '@orch/apimachinery';
import { podTemplateWarnings, type WarningNames } from '../../../core/v1/pod/pod-warnings.js';
import type { JobSpec } from './job-spec.js';
import { warningText } from '../../../validation/warning-text.js';

/** Above both, an Indexed Job may have more indexes than its status can list. */
const MANY_COMPLETIONS = 100_000;
const MANY_AT_ONCE = 10_000;

/** Warnings for the desired state of a Job or of the Jobs of a CronJob; `path` is that of the spec. */
export const jobSpecWarnings = (path: FieldPath, spec: JobSpec | undefined, names: WarningNames): string[] => [
  ...(spec?.completionMode === 'Indexed' &&
  (spec.completions ?? 0) > MANY_COMPLETIONS &&
  (spec.parallelism ?? 0) > MANY_AT_ONCE
    ? [
        warningText(
          path,
          'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, ',
        ) + `${names.vocabulary.title} might not be able to track completedIndexes when a big number of indexes fail`,
      ]
    : []),
  ...podTemplateWarnings(path.child('template'), spec?.template, names),
];
