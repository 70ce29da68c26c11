import { fieldError, type FieldError } from '../field/field-error.js';
import type { FieldPath } from '../field/field-path.js';
import { validateLabelKey, validateLabelValue } from '../names/qualified-name.js';
import { ApiError } from '../status/api-error.js';
import { labelKeyFault, labelRequirement, type LabelOperator, type LabelRequirement } from './label-requirement.js';
import { LabelSelector } from './label-selector.js';

/** A selector as a field of an object (C-287): both parts must hold. */
export interface LabelSelectorObject {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly LabelExpression[];
}

export interface LabelExpression {
  readonly key: string;
  /** `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  readonly operator: string;
  /** For `In` and `NotIn` only, and then at least one. */
  readonly values?: readonly string[];
}

/**
 * Converts a field of an object to a selector. Absent or null matches nothing, empty matches everything (C-287).
 * @throws ApiError BadRequest when it would not pass `validateLabelSelector`.
 */
export function labelSelectorFromObject(selector: LabelSelectorObject | null | undefined): LabelSelector {
  if (selector === null || selector === undefined) return LabelSelector.nothing;
  const requirements = [
    ...Object.entries(selector.matchLabels ?? {}).map(([key, value]) => required(key, 'In', [value])),
    ...(selector.matchExpressions ?? []).map(({ key, operator, values }) => required(key, operator, values ?? [])),
  ];
  return requirements.length === 0 ? LabelSelector.everything : new LabelSelector(requirements);
}

function required(key: string, operator: string, values: readonly string[]): LabelRequirement {
  const made = isExpressionOperator(operator)
    ? (labelKeyFault(key) ?? labelRequirement(key, operator, values))
    : `${JSON.stringify(operator)} is not a valid label selector operator`;
  if (typeof made === 'string') throw ApiError.badRequest(`invalid label selector: ${made}`);
  return made;
}

/**
 * Validation errors of the selector at `path` of an object, for a 422 (C-287). Absent is valid: the kind decides whether
 * the field is required.
 */
export function validateLabelSelector(selector: LabelSelectorObject | null | undefined, path: FieldPath): FieldError[] {
  if (selector === null || selector === undefined) return [];
  const errors: FieldError[] = [];
  const labelsPath = path.child('matchLabels');
  for (const [key, value] of Object.entries(selector.matchLabels ?? {})) {
    push(errors, labelsPath, key, validateLabelKey(key));
    push(errors, labelsPath, value, validateLabelValue(value));
  }
  (selector.matchExpressions ?? []).forEach((expression, i) =>
    errors.push(...validateExpression(expression, path.child('matchExpressions').index(i))),
  );
  return errors;
}

/** An expression as sent, which may lack required fields. */
function validateExpression(expression: Partial<LabelExpression>, path: FieldPath): FieldError[] {
  const { key = '', operator = '', values = [] } = expression;
  const errors: FieldError[] = [];
  const valuesPath = path.child('values');
  if (!isExpressionOperator(operator)) {
    errors.push(fieldError.invalid(path.child('operator'), operator, 'not a valid selector operator'));
  } else if (takesValues(operator) && values.length === 0) {
    errors.push(fieldError.required(valuesPath, "must be specified when `operator` is 'In' or 'NotIn'"));
  } else if (!takesValues(operator) && values.length > 0) {
    errors.push(fieldError.forbidden(valuesPath, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
  }
  push(errors, path.child('key'), key, validateLabelKey(key));
  values.forEach((value, i) => push(errors, valuesPath.index(i), value, validateLabelValue(value)));
  return errors;
}

/** `Gt` and `Lt` exist in query parameters only. */
const isExpressionOperator = (text: string): text is Exclude<LabelOperator, 'Gt' | 'Lt'> =>
  text === 'In' || text === 'NotIn' || text === 'Exists' || text === 'DoesNotExist';

const takesValues = (operator: LabelOperator): boolean => operator === 'In' || operator === 'NotIn';

function push(errors: FieldError[], path: FieldPath, value: string, faults: readonly string[]): void {
  for (const fault of faults) errors.push(fieldError.invalid(path, value, fault));
}
