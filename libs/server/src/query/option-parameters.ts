import {
  ApiError,
  FieldPath,
  MAX_FIELD_MANAGER_CHARACTERS,
  fieldError,
  isPrintable,
  type FieldError,
} from '@orch/apimachinery';
import type { FieldValidation } from '@orch/registry';

const DRY_RUN_ALL = 'All';
const VALIDATIONS: readonly FieldValidation[] = ['Strict', 'Warn', 'Ignore'];

/** Query parameters of every write (A-112..A-122, C-103, C-111, C-260). */
export interface WriteParameters {
  readonly dryRun: boolean;
  readonly fieldValidation: FieldValidation;
  /** As the request names it. */
  readonly fieldManager: string | undefined;
  /** An apply takes over what others own. */
  readonly force: boolean;
}

/**
 * @param optionsKind `CreateOptions`, `UpdateOptions`, `PatchOptions` or `DeleteOptions`: what a refusal is about.
 * @param applies an apply names its manager, and may be forced (C-107, C-110).
 */
export function readWriteParameters(
  query: URLSearchParams,
  optionsKind: string,
  metaGroup: string,
  applies = false,
): WriteParameters {
  const errors: FieldError[] = [];
  const dryRun = query.getAll('dryRun').filter((value) => value !== '');
  for (const value of dryRun) {
    if (value !== DRY_RUN_ALL) errors.push(fieldError.notSupported(FieldPath.of('dryRun'), value, [DRY_RUN_ALL]));
  }
  const validation = query.get('fieldValidation') || 'Warn';
  if (!VALIDATIONS.includes(validation as FieldValidation)) {
    errors.push(fieldError.notSupported(FieldPath.of('fieldValidation'), validation, VALIDATIONS));
  }
  const manager = query.get('fieldManager') ?? undefined;
  if (manager) errors.push(...checkFieldManager(manager));
  else if (applies) errors.push(fieldError.required(FieldPath.of('fieldManager'), 'is required for apply patch'));
  if (query.has('force') && optionsKind === 'PatchOptions' && !applies) {
    errors.push(fieldError.forbidden(FieldPath.of('force'), 'may not be specified for non-apply patch'));
  }
  if (errors.length > 0) throw ApiError.invalid({ group: metaGroup, kind: optionsKind }, errors);
  return {
    dryRun: dryRun.length > 0,
    fieldValidation: validation as FieldValidation,
    fieldManager: manager,
    force: applies && isTrue(query.get('force')),
  };
}

const isTrue = (flag: string | null): boolean => flag !== null && flag !== 'false' && flag !== '0';

function checkFieldManager(manager: string): FieldError[] {
  const path = FieldPath.of('fieldManager');
  if (manager.length > MAX_FIELD_MANAGER_CHARACTERS) return [fieldError.tooLong(path, MAX_FIELD_MANAGER_CHARACTERS)];
  for (const character of manager) {
    if (!isPrintable(character)) return [fieldError.invalid(path, manager, 'must only contain printable characters')];
  }
  return [];
}
