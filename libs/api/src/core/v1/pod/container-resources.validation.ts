import { fieldError, Quantity, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateNotNegative, validateOneOf } from '../../../validation/values.js';
import type { ResourceClaim, ResourceRequirements } from '../resource-requirements.js';
import type { ContainerResizePolicy } from './container.js';
import { hugePageSize, isExtended, isHugePages, isOfContainers, isWhole } from './resource-names.js';

type Amounts = Readonly<Record<string, string>>;

/**
 * Amounts are not negative, nothing asks for more than its limit, and what cannot be promised twice has a limit equal to its
 * request (C-230).
 * @param claims names of the pod's resource claims; a container picks among them.
 */
export function validateResources(
  path: FieldPath,
  resources: ResourceRequirements = {},
  claims: ReadonlySet<string> = new Set(),
): FieldError[] {
  const { limits = {}, requests = {} } = resources;
  return [
    ...validateAmounts(path.child('limits'), limits),
    ...validateAmounts(path.child('requests'), requests),
    ...validateOrder(path, requests, limits),
    ...validateHugePages(path, requests, limits),
    ...validateClaims(path.child('claims'), resources.claims, claims),
  ];
}

function validateAmounts(path: FieldPath, amounts: Amounts): FieldError[] {
  return Object.entries(amounts).flatMap(([name, amount]) => {
    const at = path.key(name);
    return [
      ...checkQualifiedName(at, name),
      ...(isOfContainers(name) ? [] : [fieldError.invalid(at, name, 'must be a standard resource for containers')]),
      ...validateNotNegative(at, amount),
      ...(isExtended(name) && !isWhole(amount) ? [fieldError.invalid(at, amount, 'must be an integer')] : []),
      ...(isHugePages(name) ? validatePages(at, name, amount) : []),
    ];
  });
}

function validatePages(path: FieldPath, name: string, amount: string): FieldError[] {
  const size = Quantity.parse(hugePageSize(name))?.toNumber() ?? 0;
  const bytes = Quantity.parse(amount)?.toNumber() ?? 0;
  return size > 0 && bytes % size === 0
    ? []
    : [fieldError.invalid(path, amount, `must be a multiple of the page size ${hugePageSize(name)}`)];
}

function validateOrder(path: FieldPath, requests: Amounts, limits: Amounts): FieldError[] {
  return Object.entries(requests).flatMap(([name, amount]) => {
    if (limits[name] === amount) return [];
    const limit = Object.hasOwn(limits, name) ? Quantity.parse(limits[name]!) : undefined;
    const asked = Quantity.parse(amount);
    if (!asked) return [];
    const fixed = isExtended(name) || isHugePages(name);
    if (!limit) {
      return fixed
        ? [fieldError.required(path.child('limits'), 'Limit must be set for non overcommitable resources')]
        : [];
    }
    if (fixed && asked.compare(limit) !== 0) {
      return [
        fieldError.invalid(path.child('requests'), amount, `must be equal to ${name} limit of ${limit.toString()}`),
      ];
    }
    return asked.compare(limit) > 0
      ? [
          fieldError.invalid(
            path.child('requests'),
            amount,
            `must be less than or equal to ${name} limit of ${limit.toString()}`,
          ),
        ]
      : [];
  });
}

/** Huge pages require cpu or memory: a container with huge pages alone cannot be scheduled. */
function validateHugePages(path: FieldPath, requests: Amounts, limits: Amounts): FieldError[] {
  const names = [...Object.keys(requests), ...Object.keys(limits)];
  if (!names.some(isHugePages) || names.includes('cpu') || names.includes('memory')) return [];
  return [fieldError.forbidden(path, 'HugePages require cpu or memory')];
}

function validateClaims(
  path: FieldPath,
  claims: readonly ResourceClaim[] = [],
  known: ReadonlySet<string>,
): FieldError[] {
  const seen = new Set<string>();
  return claims.flatMap(({ name = '', request = '' }, index) => {
    const at = path.index(index);
    if (name === '') return [fieldError.required(at.child('name'))];
    const identity = `${name}/${request}`;
    const errors = seen.has(identity) ? [fieldError.duplicate(at, request === '' ? name : identity)] : [];
    seen.add(identity);
    if (!known.has(name)) errors.push(fieldError.notFound(at.child('name'), name));
    return errors;
  });
}

/** Resize policies: the effect of a cpu or memory change on a running container. */
export function validateResizePolicies(
  path: FieldPath,
  policies: readonly ContainerResizePolicy[] = [],
  restartPolicy: string | undefined,
): FieldError[] {
  const seen = new Set<string>();
  return policies.flatMap(({ resourceName = '', restartPolicy: policy = '' }, index) => {
    const at = path.index(index);
    const repeated = seen.has(resourceName) ? [fieldError.duplicate(path, resourceName)] : [];
    seen.add(resourceName);
    const restarts = policy === 'RestartContainer' && restartPolicy === 'Never';
    return [
      ...repeated,
      ...validateOneOf(at.child('resourceName'), resourceName, ['cpu', 'memory']),
      ...validateOneOf(at.child('restartPolicy'), policy, ['NotRequired', 'RestartContainer']),
      ...(restarts
        ? [
            fieldError.invalid(
              at.child('restartPolicy'),
              policy,
              "must be 'NotRequired' when `restartPolicy` is 'Never'",
            ),
          ]
        : []),
    ];
  });
}
