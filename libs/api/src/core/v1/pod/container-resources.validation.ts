import { fieldError, Quantity, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateNotNegative } from '../../../validation/values.js';
import type { ResourceRequirements } from '../resource-requirements.js';

/** Amounts are not negative, and nothing asks for more than its limit. */
export function validateResources(path: FieldPath, resources: ResourceRequirements = {}): FieldError[] {
  const { limits = {}, requests = {} } = resources;
  return [
    ...validateList(path.child('limits'), limits),
    ...validateList(path.child('requests'), requests),
    ...validateOrder(path.child('requests'), requests, limits),
  ];
}

const validateList = (path: FieldPath, amounts: Readonly<Record<string, string>>): FieldError[] =>
  Object.entries(amounts).flatMap(([name, amount]) => [
    ...checkQualifiedName(path.key(name), name),
    ...validateNotNegative(path.key(name), amount),
  ]);

function validateOrder(
  path: FieldPath,
  requests: Readonly<Record<string, string>>,
  limits: Readonly<Record<string, string>>,
): FieldError[] {
  return Object.entries(requests).flatMap(([name, amount]) => {
    const limit = Object.hasOwn(limits, name) ? Quantity.parse(limits[name]!) : undefined;
    const asked = Quantity.parse(amount);
    return limit && asked && asked.compare(limit) > 0
      ? [fieldError.invalid(path, amount, `must be less than or equal to ${name} limit of ${limit.toString()}`)]
      : [];
  });
}
