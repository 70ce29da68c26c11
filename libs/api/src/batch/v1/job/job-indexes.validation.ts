import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { JobSpec } from './job-spec.js';

const MAX_PARALLELISM = 100_000;
const MAX_FAILED_INDEXES = 100_000;
/** With more completions than this, other numbers have to be smaller, so that the status stays small. */
const MANY_COMPLETIONS = 100_000;
const WITH_MANY = 10_000;

/** Rules about `completionMode` and the fields that hang on it. */
export function validateIndexes(path: FieldPath, spec: JobSpec): FieldError[] {
  const { completionMode, backoffLimitPerIndex, maxFailedIndexes } = spec;
  const errors: FieldError[] = [];
  if (maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined) {
    errors.push(fieldError.required(path.child('backoffLimitPerIndex'), 'when maxFailedIndexes is specified'));
  }
  if (completionMode === 'Indexed') return [...errors, ...validateIndexed(path, spec)];
  if (completionMode !== undefined && completionMode !== 'NonIndexed') {
    errors.push(fieldError.notSupported(path.child('completionMode'), completionMode, ['NonIndexed', 'Indexed']));
    return errors;
  }
  for (const field of ['backoffLimitPerIndex', 'maxFailedIndexes'] as const) {
    if (spec[field] === undefined) continue;
    errors.push(fieldError.invalid(path.child(field), spec[field], 'requires indexed completion mode'));
  }
  return errors;
}

function validateIndexed(path: FieldPath, spec: JobSpec): FieldError[] {
  const { completions, parallelism = 0, maxFailedIndexes, backoffLimitPerIndex } = spec;
  if (completions === undefined) {
    return [fieldError.required(path.child('completions'), 'when completion mode is Indexed')];
  }
  const errors: FieldError[] = [];
  const tooLarge = (field: 'parallelism' | 'maxFailedIndexes', detail: string) =>
    errors.push(fieldError.invalid(path.child(field), spec[field], `must be less than or equal to ${detail}`));
  if (parallelism > MAX_PARALLELISM) tooLarge('parallelism', `${MAX_PARALLELISM} when completion mode is Indexed`);
  if (maxFailedIndexes !== undefined && maxFailedIndexes > completions) tooLarge('maxFailedIndexes', 'completions');
  if (maxFailedIndexes !== undefined && maxFailedIndexes > MAX_FAILED_INDEXES) {
    tooLarge('maxFailedIndexes', String(MAX_FAILED_INDEXES));
  }
  if (completions <= MANY_COMPLETIONS || backoffLimitPerIndex === undefined) return errors;
  const withMany = `${WITH_MANY} when completions are above ${MANY_COMPLETIONS} and used with backoff limit per index`;
  if (maxFailedIndexes === undefined) {
    const detail = `must be specified when completions is above ${MANY_COMPLETIONS}`;
    errors.push(fieldError.required(path.child('maxFailedIndexes'), detail));
  } else if (maxFailedIndexes > WITH_MANY) tooLarge('maxFailedIndexes', withMany);
  if (parallelism > WITH_MANY) tooLarge('parallelism', withMany);
  return errors;
}
