import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validatePositiveQuantity } from './positive-quantity.js';
import type { MetricTarget } from './metric-target.js';

/** Ways of wanting a value, and the field of each. */
const FIELDS = { Utilization: 'averageUtilization', Value: 'value', AverageValue: 'averageValue' } as const;
type TargetType = keyof typeof FIELDS;

/**
 * What a metric is to be kept at. It says one thing, in the field of its type: what older versions could not hold is refused, so
 * that no version shows less than another (decision 014).
 * @param known types that fit the source. @param missing why there must be one.
 */
export function validateMetricTarget(
  path: FieldPath,
  target: MetricTarget | undefined,
  known: readonly TargetType[],
  missing: string,
): FieldError[] {
  const { type, value, averageValue, averageUtilization } = target ?? {};
  const errors = [
    ...validatePositiveQuantity(path.child('value'), value),
    ...validatePositiveQuantity(path.child('averageValue'), averageValue),
  ];
  if (averageUtilization !== undefined && averageUtilization < 1) {
    errors.push(fieldError.invalid(path.child('averageUtilization'), averageUtilization, 'must be greater than 0'));
  }
  if (!type) return [...errors, fieldError.required(path.child('type'), 'must specify a metric target type')];
  if (!Object.hasOwn(FIELDS, type)) {
    return [
      ...errors,
      fieldError.invalid(path.child('type'), type, 'must be either Utilization, Value, or AverageValue'),
    ];
  }
  const wanted = FIELDS[type as TargetType];
  if (!known.includes(type as TargetType) || target?.[wanted] === undefined) {
    const [first] = known;
    const field = known.includes(type as TargetType) ? wanted : FIELDS[first!];
    errors.push(fieldError.required(path.child(field), missing));
  }
  for (const field of Object.values(FIELDS)) {
    if (field === wanted || target?.[field] === undefined) continue;
    errors.push(fieldError.forbidden(path.child(field), `may not be set when type is ${type}`));
  }
  return errors;
}
