import { fieldError, FieldPath, Quantity, validateLabelSelector, type FieldError } from '@orch/apimachinery';
import { validateConditions } from '../../../validation/conditions.js';
import { sameJson } from '../../../validation/json-equality.js';
import { checkName } from '../../../validation/names.js';
import { validateAmounts, validateOneOf, validatePositive } from '../../../validation/values.js';
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
  'ControllerResizeFailed',
  'ControllerResizeInfeasible',
  'NodeResizePending',
  'NodeResizeInProgress',
  'NodeResizeFailed',
  'NodeResizeInfeasible',
];

const RESIZE_STATUSES = [
  '',
  'ControllerExpansionInProgress',
  'ControllerExpansionFailed',
  'NodeExpansionPending',
  'NodeExpansionInProgress',
  'NodeExpansionFailed',
  ...ALLOCATED_STATUSES,
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
export function validateClaimSpecUpdate(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): FieldError[] {
  const spec = claim.spec ?? {};
  const before = old.spec ?? {};
  let allowed: PersistentVolumeClaimSpec = before.volumeName ? before : withVolumeName(before, spec.volumeName);
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
  if (isBelow(storageRequest(spec), storageRequest(before))) {
    const path = SPEC.child('resources').child('requests').child('storage');
    errors.push(fieldError.forbidden(path, 'field can not be less than previous value'));
  }
  return errors;
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

/** ..A-324. */
export function validateClaimStatus(status: PersistentVolumeClaimStatus = {}): FieldError[] {
  const allocated = STATUS.child('allocatedResourceStatuses');
  return [
    ...(status.accessModes ? validateAccessModes(STATUS.child('accessModes'), status.accessModes) : []),
    ...validateAmounts(STATUS.child('capacity'), status.capacity),
    ...validateAmounts(STATUS.child('allocatedResources'), status.allocatedResources),
    ...validateConditions(STATUS.child('conditions'), status.conditions),
    ...validateOneOf(STATUS.child('resizeStatus'), status.resizeStatus, RESIZE_STATUSES),
    ...Object.entries(status.allocatedResourceStatuses ?? {}).flatMap(([name, value]) =>
      validateOneOf(allocated.key(name), value, ALLOCATED_STATUSES),
    ),
  ];
}
