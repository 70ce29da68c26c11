import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validatePositiveQuantity } from './positive-quantity.js';
import type { MetricTarget } from './metric-target.js';

/** Ways of wanting a value, and the field of each. */
const FIELDS = { Utilization: 'averageUtilization', Value: 'value', AverageValue: 'averageValue' } as const;
type TargetType = keyof typeof FIELDS;

/**
 * What a metric is to be kept at. It says one thing, in the field of its type: what older versions could not hold is refused, so
 * that no version shows less than another (decision 014).
 * @param known types that fit the source; kube-apiserver asks for the field of the last. @param missing why there must be one.
 */
export function validateMetricTarget(
  path: FieldPath,
  target: MetricTarget | undefined,
  known: readonly TargetType[],
  missing: string,
): FieldError[] {
  const { type = '', value, averageValue, averageUtilization }: Partial<MetricTarget> = target ?? {};
  const at = path.child('type');
  const errors = type === '' ? [fieldError.required(at, 'must specify a metric target type')] : [];
  if (!Object.hasOwn(FIELDS, type)) {
    errors.push(fieldError.invalid(at, type, 'must be either Utilization, Value, or AverageValue'));
  }
  errors.push(
    ...validatePositiveQuantity(path.child('value'), value),
    ...validatePositiveQuantity(path.child('averageValue'), averageValue),
  );
  if (averageUtilization !== undefined && averageUtilization < 1) {
    errors.push(fieldError.invalid(path.child('averageUtilization'), averageUtilization, 'must be greater than 0'));
  }
  if (known.every((name) => target?.[FIELDS[name]] === undefined)) {
    errors.push(fieldError.required(path.child(FIELDS[known.at(-1)!]), missing));
  }
  return errors.length > 0 ? errors : validateOneTarget(path, target!, known, missing);
}

function validateOneTarget(
  path: FieldPath,
  target: MetricTarget,
  known: readonly TargetType[],
  missing: string,
): FieldError[] {
  const type = target.type as TargetType;
  const wanted = FIELDS[type];
  const field = known.includes(type) ? wanted : FIELDS[known.at(-1)!];
  return [
    ...(known.includes(type) && target[wanted] !== undefined ? [] : [fieldError.required(path.child(field), missing)]),
    ...Object.values(FIELDS)
      .filter((other) => other !== wanted && target[other] !== undefined)
      .map((other) => fieldError.forbidden(path.child(other), `may not be set when type is ${type}`)),
  ];
}
