import { fieldError, FieldPath, Quantity, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { checkQualifiedName } from '../../../validation/names.js';
import { isWithoutOvercommit } from '../pod/resource-names.js';
import { validateContainerResourceName, validateResourceName } from '../pod/resource-names.validation.js';
import type { LimitRange, LimitRangeItem } from './limit-range.types.js';

const LIMITS = FieldPath.of('spec', 'limits');
const TYPES = ['Pod', 'Container', 'PersistentVolumeClaim'];
const AMOUNTS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;
type AmountName = (typeof AMOUNTS)[number];

/** The amounts of one resource that can be read, by their fields. */
type Amounts = Partial<Record<AmountName, Quantity | undefined>>;

export function validateLimitRange({ spec }: LimitRange, vocabulary: Vocabulary): FieldError[] {
  const seen = new Set<string>();
  return (spec?.limits ?? []).flatMap((item, index) => {
    const path = LIMITS.index(index);
    const isRepeated = seen.has(item.type);
    seen.add(item.type);
    return [
      ...validateType(path.child('type'), item.type ?? ''),
      ...(isRepeated ? [fieldError.duplicate(path.child('type'), item.type)] : []),
      ...(item.type === 'Pod' ? refuseDefaults(path, item) : []),
      ...validateNames(path, amountsInForce(item), vocabulary),
      ...validateOrder(path, amountsInForce(item), vocabulary),
    ];
  });
}

/** Defaults of pods are refused whole. */
const amountsInForce = (item: LimitRangeItem): LimitRangeItem =>
  item.type === 'Pod' ? { ...item, default: {}, defaultRequest: {} } : item;

const refuseDefaults = (path: FieldPath, item: LimitRangeItem): FieldError[] =>
  (['default', 'defaultRequest'] as const)
    .filter((field) => Object.keys(item[field] ?? {}).length > 0)
    .map((field) => fieldError.forbidden(path.child(field), "may not be specified when `type` is 'Pod'"));

/** One of this server's, or of a domain. */
function validateType(path: FieldPath, type: string): FieldError[] {
  const errors = checkQualifiedName(path, type);
  return errors.length > 0 || type.includes('/') || TYPES.includes(type)
    ? errors
    : [fieldError.invalid(path, type, 'must be a standard limit type or fully qualified')];
}

function validateNames(path: FieldPath, item: LimitRangeItem, vocabulary: Vocabulary): FieldError[] {
  const ofContainers = item.type === 'Pod' || item.type === 'Container';
  const check = (at: FieldPath, name: string): FieldError[] =>
    ofContainers ? validateContainerResourceName(at, name, vocabulary) : validateResourceName(at, name);
  // Most names are in several fields.
  const valid = new Set<string>();
  const names = AMOUNTS.flatMap((field) =>
    Object.keys(item[field] ?? {}).flatMap((name) => {
      if (valid.has(name)) return [];
      const errors = check(path.child(field).key(name), name);
      if (errors.length === 0) valid.add(name);
      return errors;
    }),
  );
  if (item.type === 'PersistentVolumeClaim' && !item.min?.['storage'] && !item.max?.['storage']) {
    const detail = 'either minimum or maximum storage value is required, but neither was provided';
    names.push(fieldError.required(path.child('limits'), detail));
  }
  return names;
}

/** min <= defaultRequest <= default <= max, and a satisfiable ratio. */
function validateOrder(path: FieldPath, item: LimitRangeItem, vocabulary: Vocabulary): FieldError[] {
  const resources = new Set(AMOUNTS.flatMap((field) => Object.keys(item[field] ?? {})));
  return [...resources].flatMap((resource) => validateOne(path, item, resource, vocabulary));
}

function validateOne(path: FieldPath, item: LimitRangeItem, resource: string, vocabulary: Vocabulary): FieldError[] {
  const amounts = amountsOf(item, resource);
  const errors: FieldError[] = [];
  const atMost = (
    [low, lowName]: readonly [AmountName, string],
    [high, highName]: readonly [AmountName, string],
    at: AmountName,
  ): void => {
    const [a, b] = [amounts[low], amounts[high]];
    if (!a || !b || a.compare(b) <= 0) return;
    const detail = `${lowName} value ${a.toString()} is greater than ${highName} value ${b.toString()}`;
    errors.push(fieldError.invalid(path.child(at).key(resource), item[at]?.[resource], detail));
  };
  atMost(['min', 'min'], ['max', 'max'], 'min');
  atMost(['min', 'min'], ['defaultRequest', 'default request'], 'defaultRequest');
  atMost(['defaultRequest', 'default request'], ['max', 'max'], 'defaultRequest');
  atMost(['defaultRequest', 'default request'], ['default', 'default limit'], 'defaultRequest');
  atMost(['min', 'min'], ['default', 'default'], 'default');
  atMost(['default', 'default'], ['max', 'max'], 'default');
  errors.push(...validateRatio(path, resource, amounts));
  const { default: limit, defaultRequest: request } = amounts;
  if (limit && request && limit.compare(request) !== 0 && isWithoutOvercommit(resource, vocabulary)) {
    const detail = `default value ${limit.toString()} must equal to defaultRequest value ${request.toString()} in ${resource}`;
    errors.push(
      fieldError.invalid(path.child('defaultRequest').key(resource), item.defaultRequest?.[resource], detail),
    );
  }
  return errors;
}

/** Each is read once: there may be thousands of resources. */
function amountsOf(item: LimitRangeItem, resource: string): Amounts {
  const amounts: Amounts = {};
  for (const field of AMOUNTS) {
    const texts = item[field];
    if (texts && Object.hasOwn(texts, resource)) amounts[field] = Quantity.parse(texts[resource] ?? '');
  }
  return amounts;
}

function validateRatio(parent: FieldPath, resource: string, amounts: Amounts): FieldError[] {
  const ratio = amounts.maxLimitRequestRatio;
  if (!ratio) return [];
  const path = parent.child('maxLimitRequestRatio').key(resource);
  const value = ratio.toNumber();
  if (value < 1) return [fieldError.invalid(path, ratio.toString(), `ratio ${ratio.toString()} is less than 1`)];
  const [min, max] = [amounts.min?.toNumber(), amounts.max?.toNumber()];
  if (min === undefined || max === undefined || min <= 0 || value <= max / min) return [];
  const detail = `ratio ${ratio.toString()} is greater than max/min = ${(max / min).toFixed(6)}`;
  return [fieldError.invalid(path, ratio.toString(), detail)];
}
