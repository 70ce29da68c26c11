import { fieldError, Quantity, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { checkName } from '../../../validation/names.js';
import type { ResourceClaim, ResourceRequirements } from '../resource-requirements.js';
import type { ContainerResizePolicy } from './container.js';
import { hugePageSize, isHugePages, isWithoutOvercommit } from './resource-names.js';
import {
  shownResourceName,
  validateContainerAmount,
  validateContainerResourceName,
} from './resource-names.validation.js';

type Amounts = Readonly<Record<string, string>>;

/**
 * Amounts are not negative, nothing asks for more than its limit, and what cannot be promised twice has a limit equal to its
 * request (C-230).
 * @param claims resource claims of the pod; a container picks among them.
 */
export function validateResources(
  path: FieldPath,
  resources: ResourceRequirements = {},
  vocabulary: Vocabulary,
  claims: ClaimNames = new ClaimNames(),
): FieldError[] {
  const { limits = {}, requests = {} } = resources;
  return [
    ...validateAmounts(path.child('limits'), limits, vocabulary),
    ...validateAmounts(path.child('requests'), requests, vocabulary),
    ...validateOrder(path, requests, limits, vocabulary),
    ...validateHugePages(path, requests, limits),
    ...validateClaims(path.child('claims'), resources.claims, claims),
  ];
}

function validateAmounts(path: FieldPath, amounts: Amounts, vocabulary: Vocabulary): FieldError[] {
  return Object.entries(amounts).flatMap(([name, amount]) => {
    const at = path.key(name);
    return [
      ...validateContainerResourceName(at, name, vocabulary),
      ...validateContainerAmount(at, name, amount, vocabulary),
      ...(isHugePages(name) ? validatePages(at, name, amount) : []),
    ];
  });
}

function validatePages(path: FieldPath, name: string, amount: string): FieldError[] {
  const size = Quantity.parse(hugePageSize(name))?.toNumber() ?? 0;
  const bytes = Quantity.parse(amount)?.toNumber() ?? 0;
  return size > 0 && bytes % size === 0
    ? []
    : [fieldError.invalid(path, amount, `${amount} is not positive integer multiple of ${name}`)];
}

function validateOrder(path: FieldPath, requests: Amounts, limits: Amounts, vocabulary: Vocabulary): FieldError[] {
  return Object.entries(requests).flatMap(([name, amount]) => {
    if (limits[name] === amount) return [];
    const limit = Object.hasOwn(limits, name) ? Quantity.parse(limits[name]!) : undefined;
    const asked = Quantity.parse(amount);
    if (!asked) return [];
    const fixed = isWithoutOvercommit(name, vocabulary);
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

/** Names of the resource claims of a pod. */
export class ClaimNames {
  private readonly names: ReadonlySet<string>;
  private text: string | undefined;

  constructor(claims: readonly { readonly name: string }[] = []) {
    this.names = new Set(claims.map(({ name }) => name));
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  /** Why a name that is not among them is refused. Made once: names can be long, and many containers can name others. */
  get choice(): string {
    if (this.text !== undefined) return this.text;
    const names = [...this.names].sort().join(', ');
    return (this.text = `must be one of the names in pod.spec.resourceClaims${names === '' ? ' which is empty' : `: ${names}`}`);
  }
}

/** A container names a claim of the pod once as a whole, or some of its requests once each. */
function validateClaims(path: FieldPath, claims: readonly ResourceClaim[] = [], known: ClaimNames): FieldError[] {
  const requestsOf = new Map<string, Set<string>>();
  return claims.flatMap(({ name = '', request = '' }, index) => {
    const at = path.index(index);
    if (name === '') return [fieldError.required(at)];
    const seen = requestsOf.get(name) ?? new Set<string>();
    requestsOf.set(name, seen);
    const errors = seen.has('') ? [fieldError.duplicate(at, name)] : validateRequest(at, name, request, seen);
    seen.add(request);
    return known.has(name) ? errors : [...errors, fieldError.notFound(at, name, known.choice)];
  });
}

/** @param request empty: the whole claim, which all `seen` requests overlap. */
function validateRequest(path: FieldPath, name: string, request: string, seen: ReadonlySet<string>): FieldError[] {
  if (request === '') return [...seen].map(() => fieldError.duplicate(path, name));
  const errors = checkName(path.child('request'), request, 'dns-label');
  return seen.has(request) ? [...errors, fieldError.duplicate(path, `${name}/${request}`)] : errors;
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
    const repeated = seen.has(resourceName) ? [fieldError.duplicate(at, shownResourceName(resourceName))] : [];
    seen.add(resourceName);
    return [
      ...repeated,
      ...validateResizeChoice(path, resourceName, shownResourceName(resourceName), RESIZABLE),
      ...validateResizeChoice(path, policy, policy, RESIZE_RESTARTS),
      ...(policy !== 'NotRequired' && restartPolicy === 'Never'
        ? [fieldError.invalid(path, policy, "must be 'NotRequired' when `restartPolicy` is 'Never'")]
        : []),
    ];
  });
}

const RESIZABLE = ['cpu', 'memory'];
const RESIZE_RESTARTS = ['NotRequired', 'RestartContainer'];

/** @param path of the list: kube-apiserver does not name the item. */
function validateResizeChoice(path: FieldPath, value: string, shown: unknown, known: string[]): FieldError[] {
  if (value === '') return [fieldError.required(path)];
  return known.includes(value) ? [] : [fieldError.notSupported(path, shown, known)];
}
