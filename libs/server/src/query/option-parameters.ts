import {
  ApiError,
  FieldPath,
  MAX_FIELD_MANAGER_CHARACTERS,
  fieldError,
  goStrings,
  goValue,
  isPrintable,
  type FieldError,
} from '@orch/apimachinery';
import { readFlag } from '@orch/http';
import type { FieldValidation } from '@orch/registry';
import type { Answers, Vocabulary } from '@orch/vocabulary';

const DRY_RUN_ALL = 'All';
const VALIDATIONS: readonly FieldValidation[] = ['Ignore', 'Strict', 'Warn'];

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
  { answers, groups }: Vocabulary,
  applies = false,
): WriteParameters {
  const errors: FieldError[] = [];
  const dryRun = dryRunValues(query, answers);
  const validation = query.get('fieldValidation') || 'Warn';
  const manager = query.get('fieldManager') ?? undefined;
  if (query.has('force') && optionsKind === 'PatchOptions' && !applies) {
    errors.push(fieldError.forbidden(FieldPath.of('force'), 'may not be specified for non-apply patch'));
  }
  if (manager) errors.push(...checkFieldManager(manager));
  else if (applies) errors.push(fieldError.required(FieldPath.of('fieldManager'), 'is required for apply patch'));
  errors.push(...checkDryRun(dryRun));
  if (!VALIDATIONS.includes(validation as FieldValidation)) {
    errors.push(fieldError.notSupported(FieldPath.of('fieldValidation'), validation, ['', ...VALIDATIONS]));
  }
  if (errors.length > 0) throw ApiError.invalid({ group: groups.meta, kind: optionsKind }, errors);
  return {
    dryRun: dryRun.length > 0,
    fieldValidation: validation as FieldValidation,
    fieldManager: manager,
    force: applies && readFlag(query, 'force') === true,
  };
}

/** The parameters `dryRun`, without empty ones where the vocabulary ignores those. */
export function dryRunValues(query: URLSearchParams, { emptyDryRun }: Answers): string[] {
  const values = query.getAll('dryRun');
  return emptyDryRun === 'absent' ? values.filter((value) => value !== '') : values;
}

/** Only `All`, also repeated. */
export const checkDryRun = (values: readonly string[]): FieldError[] =>
  values.every((value) => value === DRY_RUN_ALL)
    ? []
    : [fieldError.notSupported(FieldPath.of('dryRun'), goValue(goStrings, values), [DRY_RUN_ALL])];

function checkFieldManager(manager: string): FieldError[] {
  const path = FieldPath.of('fieldManager');
  const errors: FieldError[] = [];
  if (manager.length > MAX_FIELD_MANAGER_CHARACTERS)
    errors.push(fieldError.tooLong(path, MAX_FIELD_MANAGER_CHARACTERS));
  let bytes = 0;
  for (const character of manager) {
    if (!isPrintable(character)) {
      const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
      const detail = `invalid character U+${code} (at position ${bytes})`;
      return [...errors, fieldError.invalid(path, manager, detail)];
    }
    bytes += Buffer.byteLength(character);
  }
  return errors;
}
