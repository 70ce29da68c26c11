import { fieldError, FieldPath, goValue, Quantity, validateLabelSelector, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { StrategyContext } from '../../../definition/strategy.js';
import type { FeatureGates } from '../../../features/feature-gates.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { sameJson } from '../../../validation/json-equality.js';
import { checkName, checkQualifiedName } from '../../../validation/names.js';
import { validateSpecifiedConditions } from '../../../validation/specified-conditions.js';
import { validateOneOf, validatePositive, validateSound } from '../../../validation/values.js';
import { validateAccessModes, VOLUME_MODES } from '../volume/access-modes.js';
import { validateDataSources } from './data-source.js';
import type { PersistentVolumeClaimSpec } from './persistent-volume-claim-spec.js';
import type { PersistentVolumeClaim, PersistentVolumeClaimStatus } from './persistent-volume-claim.types.js';

const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');
const ANNOTATIONS = FieldPath.of('metadata').child('annotations');
/** States of a resize per resource; up to 1.27 in `resizeStatus`, then partly with older names (A-323, A-324, C-179). */
const ALLOCATED_STATUSES = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
];
const FAILED_STATUSES = ['ControllerResizeFailed', 'NodeResizeFailed'];

const RESIZE_STATUSES = [
  '',
  'ControllerExpansionInProgress',
  'ControllerExpansionFailed',
  'NodeExpansionPending',
  'NodeExpansionInProgress',
  'NodeExpansionFailed',
  ...ALLOCATED_STATUSES,
  ...FAILED_STATUSES,
];

/** Rules of a claim, also inside a pod's claim template. */
export function validateClaimSpec(path: FieldPath, spec: PersistentVolumeClaimSpec): FieldError[] {
  const storage = path.child('resources').key('storage');
  const request = storageRequest(spec);
  return [
    ...validateAccessModes(path.child('accessModes'), spec.accessModes, 'at least 1 access mode is required'),
    ...validateLabelSelector(spec.selector, path.child('selector')),
    ...(request === undefined ? [fieldError.required(storage)] : validatePositive(storage, request)),
    ...checkName(path.child('storageClassName'), spec.storageClassName, 'dns-subdomain'),
    ...validateOneOf(path.child('volumeMode'), spec.volumeMode, VOLUME_MODES),
    ...checkName(path.child('volumeAttributesClassName'), spec.volumeAttributesClassName, 'dns-subdomain'),
    ...validateDataSources(path, spec),
  ];
}

const storageRequest = (spec: PersistentVolumeClaimSpec | undefined): string | undefined =>
  spec?.resources?.requests?.['storage'];

/** Only these may change: the storage request of a bound claim, upwards, and `volumeName` from empty (C-177). */
export function validateClaimSpecUpdate(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  { features, vocabulary: { annotations } }: Pick<StrategyContext, 'features' | 'vocabulary'>,
): FieldError[] {
  const spec = claim.spec ?? {};
  const before = old.spec ?? {};
  let allowed: PersistentVolumeClaimSpec = before.volumeName ? before : withVolumeName(before, spec.volumeName);
  // A default class is given to claims without one also later.
  const isWithoutClass =
    before.storageClassName === undefined && old.metadata.annotations?.[annotations.claimStorageClass] === undefined;
  if (isWithoutClass && spec.storageClassName !== undefined) {
    allowed = { ...allowed, storageClassName: spec.storageClassName };
  }
  if (old.status?.phase === 'Bound') {
    const request = storageRequest(spec);
    if (request !== undefined) allowed = withStorageRequest(allowed, request);
    if (spec.volumeAttributesClassName) {
      allowed = { ...allowed, volumeAttributesClassName: spec.volumeAttributesClassName };
    }
  }
  const errors: FieldError[] = [];
  if (!sameJson(spec, allowed)) {
    const detail =
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
    errors.push(fieldError.forbidden(SPEC, detail));
  }
  errors.push(...validateNotShrunk(claim, old, features));
  // Kube-apiserver leaves the spec out of the path.
  return [...errors, ...validateUnchanged(FieldPath.root, spec, before, ['volumeMode'])];
}

/** An expansion that fails may be taken back, but not below the size that the volume has. Without a request the size is 0. */
function validateNotShrunk(
  { spec }: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  features: FeatureGates,
): FieldError[] {
  const request = storageRequest(spec) ?? '0';
  if (!isBelow(request, storageRequest(old.spec))) return [];
  const path = SPEC.child('resources').child('requests').child('storage');
  if (!features.enabled('RecoverVolumeExpansionFailure')) {
    return [fieldError.forbidden(path, 'field can not be less than previous value')];
  }
  return isBelow(old.status?.capacity?.['storage'] ?? '0', request)
    ? []
    : [fieldError.forbidden(path, 'field can not be less than status.capacity')];
}

/** The annotation of older releases decides the class before the field does, so it is as immutable. */
export function validateClassAnnotation(
  { metadata }: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  annotation: string,
): FieldError[] {
  const value = metadata.annotations?.[annotation] ?? '';
  if (value === (old.metadata.annotations?.[annotation] ?? '')) return [];
  return [fieldError.invalid(ANNOTATIONS.child(annotation), value, 'field is immutable')];
}

function withVolumeName(spec: PersistentVolumeClaimSpec, volumeName: string | undefined): PersistentVolumeClaimSpec {
  return volumeName === undefined ? spec : { ...spec, volumeName };
}

function withStorageRequest(spec: PersistentVolumeClaimSpec, storage: string): PersistentVolumeClaimSpec {
  return { ...spec, resources: { ...spec.resources, requests: { ...spec.resources?.requests, storage } } };
}

function isBelow(amount: string | undefined, before: string | undefined): boolean {
  const left = amount === undefined ? undefined : Quantity.parse(amount);
  const right = before === undefined ? undefined : Quantity.parse(before);
  return left !== undefined && right !== undefined && left.compare(right) < 0;
}

/** ..A-324, C-179. */
export function validateClaimStatus(status: PersistentVolumeClaimStatus = {}, { answers }: Vocabulary): FieldError[] {
  const isSpecified = answers.rulesOfFields === 'specified';
  return [
    ...validateAmounts(STATUS.child('capacity'), status.capacity),
    ...validateAllocatedStatuses(
      status,
      isSpecified ? [...ALLOCATED_STATUSES, ...FAILED_STATUSES] : ALLOCATED_STATUSES,
    ),
    ...validateAllocated(STATUS.child('allocatedResources'), status.allocatedResources),
    ...(isSpecified ? validateSpecifiedConditions(STATUS.child('conditions'), status.conditions) : []),
    ...validateOneOf(STATUS.child('resizeStatus'), status.resizeStatus, RESIZE_STATUSES),
  ];
}

const validateAmounts = (path: FieldPath, amounts: Readonly<Record<string, string>> = {}): FieldError[] =>
  Object.entries(amounts).flatMap(([name, amount]) => validateSound(path.key(name), amount));

/** Kube-apiserver shows the resource instead of its state. */
function validateAllocatedStatuses(status: PersistentVolumeClaimStatus, known: readonly string[]): FieldError[] {
  const path = STATUS.child('allocatedResourceStatus');
  return Object.entries(status.allocatedResourceStatuses ?? {}).flatMap(([name, state]) => [
    ...validateAllocatedName(path, name),
    ...(known.includes(state) ? [] : [fieldError.notSupported(path, goValue(String, name), known)]),
  ]);
}

/** Of the resources without a domain only storage is allocated. */
function validateAllocatedName(path: FieldPath, name: string): FieldError[] {
  const errors = checkQualifiedName(path, name);
  if (errors.length > 0 || name === 'storage' || name.includes('/')) return errors;
  return [fieldError.notSupported(path, name, ['storage'])];
}

const validateAllocated = (path: FieldPath, amounts: Readonly<Record<string, string>> = {}): FieldError[] =>
  Object.entries(amounts).flatMap(([name, amount]) => {
    const errors = validateAllocatedName(path, name);
    return errors.length > 0 ? errors : validateSound(path.key(name), amount);
  });
