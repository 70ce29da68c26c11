import { fieldError, goValue, validateQualifiedName, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { validateNotNegative } from '../../../validation/values.js';
import { isExtended, isNative, isOfContainers, isStandard, isWhole } from './resource-names.js';

/** A name that is refused; kube-apiserver shows names of resources without quotes. */
export const refusedResourceName = (path: FieldPath, name: string, detail: string): FieldError =>
  fieldError.invalid(path, shownResourceName(name), detail);

export const shownResourceName = (name: string) => goValue(String, name);

/** A qualified name, and a known one where it has no domain. */
export function validateResourceName(path: FieldPath, name: string): FieldError[] {
  const errors = validateQualifiedName(name).map((fault) => refusedResourceName(path, name, fault));
  if (errors.length > 0 || name.includes('/') || isStandard(name)) return errors;
  return [refusedResourceName(path, name, 'must be a standard resource type or fully qualified')];
}

/** As every name of a resource, and one that containers may ask for. */
export function validateContainerResourceName(path: FieldPath, name: string, vocabulary: Vocabulary): FieldError[] {
  const errors = validateResourceName(path, name);
  if (!name.includes('/')) {
    if (!isOfContainers(name))
      errors.push(refusedResourceName(path, name, 'must be a standard resource for containers'));
  } else if (!isNative(name, vocabulary) && !isExtended(name, vocabulary)) {
    errors.push(refusedResourceName(path, name, "doesn't follow extended resource name standard"));
  }
  return errors;
}

/** Not negative, and whole for what cannot be divided. */
export const validateContainerAmount = (
  path: FieldPath,
  name: string,
  amount: string,
  vocabulary: Vocabulary,
): FieldError[] => [
  ...validateNotNegative(path, amount),
  ...(isExtended(name, vocabulary) && !isWhole(amount) ? [fieldError.invalid(path, amount, 'must be an integer')] : []),
];
