import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateConfiguration } from './device-configuration.validation.js';
import { validateClassName, validateDnsLabel, validateFullyQualifiedId } from './device-names.validation.js';
import type {
  DeviceClaim,
  DeviceConstraint,
  DeviceRequest,
  DeviceSelector,
  DeviceSubRequest,
  ExactDeviceRequest,
} from './device-requests.js';
import { validateDeviceToleration } from './device-taints.validation.js';
import { BY_NAME, ITSELF, validateItems, validateSet } from './validated-lists.js';

/** Requests, constraints, configurations and selectors of an object. */
export const MAX_DEVICE_ITEMS = 32;
const MAX_ALTERNATIVES = 8;
const MAX_TOLERATIONS = 16;
const MAX_EXPRESSION_BYTES = 10 * 1024;
const MODES = ['All', 'ExactCount'];
const ONE_FORM = 'exactly one of `exactly` or `firstAvailable` is required';
const NO_REQUEST =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

/** Names by which a claim refers to its requests: `request` and `request/subrequest`. More alternatives than are allowed have none. */
export type RequestNames = ReadonlySet<string>;

export const requestNamesOf = ({ requests }: DeviceClaim): RequestNames =>
  new Set(
    (requests ?? []).flatMap(({ name, firstAvailable }) => [
      name,
      ...(firstAvailable ?? []).slice(0, MAX_ALTERNATIVES).map((alternative) => `${name}/${alternative.name}`),
    ]),
  );

/** @param isStored configurations were accepted before: their size is not checked again. */
export function validateDeviceClaim(path: FieldPath, claim: DeviceClaim = {}, isStored = false): FieldError[] {
  const names = requestNamesOf(claim);
  const at = (field: string): FieldPath => path.child(field);
  return [
    ...validateSet(at('requests'), claim.requests, MAX_DEVICE_ITEMS, validateRequest, BY_NAME),
    ...validateItems(at('constraints'), claim.constraints, MAX_DEVICE_ITEMS, (item, constraint) =>
      validateConstraint(item, constraint, names),
    ),
    ...validateItems(at('config'), claim.config, MAX_DEVICE_ITEMS, (item, config) => [
      ...validateReferences(item.child('requests'), config.requests, names),
      ...validateConfiguration(item, config, isStored),
    ]),
  ];
}

function validateRequest(path: FieldPath, { name, exactly, firstAvailable }: DeviceRequest): FieldError[] {
  const forms = Number(exactly !== undefined) + Number((firstAvailable?.length ?? 0) > 0);
  return [
    ...validateDnsLabel(path.child('name'), name),
    ...validateSet(path.child('firstAvailable'), firstAvailable, MAX_ALTERNATIVES, validateAlternative, BY_NAME),
    ...(exactly ? validateExact(path.child('exactly'), exactly) : []),
    ...(forms === 0 ? [fieldError.required(path, ONE_FORM)] : []),
    ...(forms > 1 ? [fieldError.invalid(path, undefined, `${ONE_FORM}, but multiple fields are set`)] : []),
  ];
}

const validateAlternative = (path: FieldPath, alternative: DeviceSubRequest): FieldError[] => [
  ...validateDnsLabel(path.child('name'), alternative.name),
  ...validateExact(path, alternative),
];

const validateExact = (path: FieldPath, request: ExactDeviceRequest | DeviceSubRequest): FieldError[] => [
  ...validateClassName(path.child('deviceClassName'), request.deviceClassName),
  ...validateSelectors(path.child('selectors'), request.selectors),
  ...validateCount(path, request),
  ...validateItems(path.child('tolerations'), request.tolerations, MAX_TOLERATIONS, validateDeviceToleration),
];

function validateCount(
  path: FieldPath,
  { allocationMode = '', count = 0 }: Pick<ExactDeviceRequest, 'allocationMode' | 'count'>,
): FieldError[] {
  const at = path.child('count');
  if (allocationMode === 'All') {
    return count === 0 ? [] : [fieldError.invalid(at, count, "must not be specified when allocationMode is 'All'")];
  }
  if (allocationMode !== 'ExactCount')
    return [fieldError.notSupported(path.child('allocationMode'), allocationMode, MODES)];
  return count > 0 ? [] : [fieldError.invalid(at, count, 'must be greater than zero')];
}

/** Conditions that devices must meet. */
export const validateSelectors = (path: FieldPath, selectors: readonly DeviceSelector[] | undefined): FieldError[] =>
  validateItems(path, selectors, MAX_DEVICE_ITEMS, (item, { cel }) => {
    if (!cel) return [fieldError.required(item.child('cel'))];
    const expression = item.child('cel').child('expression');
    if (!cel.expression) return [fieldError.required(expression)];
    return Buffer.byteLength(cel.expression) > MAX_EXPRESSION_BYTES
      ? [fieldError.tooLong(expression, MAX_EXPRESSION_BYTES)]
      : [];
  });

function validateConstraint(path: FieldPath, constraint: DeviceConstraint, names: RequestNames): FieldError[] {
  const { requests, matchAttribute, distinctAttribute } = constraint;
  const match = path.child('matchAttribute');
  return [
    ...validateReferences(path.child('requests'), requests, names),
    ...(matchAttribute === undefined ? [] : validateFullyQualifiedId(match, matchAttribute)),
    ...(distinctAttribute === undefined
      ? []
      : validateFullyQualifiedId(path.child('distinctAttribute'), distinctAttribute)),
    ...(matchAttribute === undefined && distinctAttribute === undefined ? [fieldError.required(match)] : []),
  ];
}

const validateReferences = (
  path: FieldPath,
  requests: readonly string[] | undefined,
  names: RequestNames,
): FieldError[] =>
  validateSet(path, requests, MAX_DEVICE_ITEMS, (item, name) => validateReference(item, name, names), ITSELF);

/** `request` or `request/subrequest` of the claim. */
export function validateReference(path: FieldPath, name = '', names: RequestNames): FieldError[] {
  const segments = name.split('/');
  const unknown = names.has(name) ? [] : [fieldError.invalid(path, name, NO_REQUEST)];
  if (segments.length > 2) return unknown;
  return [...segments.flatMap((segment) => validateDnsLabel(path, segment)), ...unknown];
}
