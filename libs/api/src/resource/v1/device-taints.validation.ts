import { fieldError, validateLabelValue, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkQualifiedName } from '../../validation/names.js';
import type { DeviceToleration } from './device-requests.js';
import type { DeviceTaint } from './devices.js';

const EFFECTS = ['NoExecute', 'NoSchedule'];
const OPERATORS = ['Equal', 'Exists'];

/** A key, a label value and a known effect. */
export const validateDeviceTaint = (
  path: FieldPath,
  { key = '', value, effect }: Partial<DeviceTaint>,
): FieldError[] => [
  ...checkQualifiedName(path.child('key'), key),
  ...checkValue(path.child('value'), value),
  ...(effect ? checkEffect(path.child('effect'), effect) : [fieldError.required(path.child('effect'))]),
];

/** Defaults are set: the operator is never absent. */
export const validateDeviceToleration = (path: FieldPath, toleration: DeviceToleration): FieldError[] => {
  const { key, operator, value, effect } = toleration;
  return [
    ...(key ? checkQualifiedName(path.child('key'), key) : []),
    ...checkOperator(path, operator, value),
    ...(effect ? checkEffect(path.child('effect'), effect) : []),
  ];
};

function checkOperator(path: FieldPath, operator = '', value = ''): FieldError[] {
  const at = path.child('operator');
  if (operator === '') return [fieldError.required(at)];
  if (operator === 'Equal') return checkValue(path.child('value'), value);
  if (operator !== 'Exists') return [fieldError.notSupported(at, operator, OPERATORS)];
  return value === '' ? [] : [fieldError.invalid(path.child('value'), value, 'must be empty for operator `Exists`')];
}

const checkEffect = (path: FieldPath, effect: string): FieldError[] =>
  EFFECTS.includes(effect) ? [] : [fieldError.notSupported(path, effect, EFFECTS)];

const checkValue = (path: FieldPath, value = ''): FieldError[] =>
  validateLabelValue(value).map((fault) => fieldError.invalid(path, value, fault));
