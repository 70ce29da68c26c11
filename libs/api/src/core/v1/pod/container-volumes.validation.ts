import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateOneOf } from '../../../validation/values.js';
import { validateFilePath } from '../volume/local-paths.js';
import type { Volume } from '../volume/volume.js';
import type { Container, VolumeMount } from './container.js';

const PROPAGATION = ['Bidirectional', 'HostToContainer', 'None'];
const RECURSIVE_READ_ONLY = ['Disabled', 'Enabled', 'IfPossible'];

/** Mounts and devices name volumes of the pod, and each place in the container is used once (C-187). @param known volumes of the pod by name. */
export function validateMounts(
  path: FieldPath,
  container: Container,
  known: ReadonlyMap<string, Volume>,
): FieldError[] {
  const { volumeMounts = [], volumeDevices = [] } = container;
  const mounted = new Set(volumeMounts.map(({ name }) => name));
  const places = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, mount] of volumeMounts.entries()) {
    const at = path.child('volumeMounts').index(index);
    const { name = '', mountPath = '' } = mount;
    errors.push(...validateVolumeName(at, name, known));
    errors.push(...validatePlace(at.child('mountPath'), mountPath, places));
    errors.push(...validateSubPath(at, mount), ...validatePropagation(at, mount, container));
    errors.push(...validateReadOnly(at, mount));
  }
  for (const [index, { name = '', devicePath = '' }] of volumeDevices.entries()) {
    const at = path.child('volumeDevices').index(index);
    errors.push(...validateVolumeName(at, name, known), ...validateIsClaim(at, known.get(name)));
    errors.push(...validatePlace(at.child('devicePath'), devicePath, places));
    if (devicePath.split('/').includes('..')) {
      errors.push(fieldError.invalid(at.child('devicePath'), devicePath, "can not contain backsteps ('..')"));
    }
    if (mounted.has(name)) {
      errors.push(fieldError.invalid(at.child('name'), name, 'must not already exist in volumeMounts'));
    }
  }
  return errors;
}

function validateVolumeName(path: FieldPath, name: string, known: ReadonlyMap<string, Volume>): FieldError[] {
  if (name === '') return [fieldError.required(path.child('name'))];
  return known.has(name) ? [] : [fieldError.notFound(path.child('name'), name)];
}

function validatePlace(path: FieldPath, place: string, places: Set<string>): FieldError[] {
  if (place === '') return [fieldError.required(path)];
  const errors = places.has(place) ? [fieldError.invalid(path, place, 'must be unique')] : [];
  places.add(place);
  return errors;
}

function validateSubPath(path: FieldPath, { subPath = '', subPathExpr = '' }: VolumeMount): FieldError[] {
  const expression = path.child('subPathExpr');
  return [
    ...validateFilePath(path.child('subPath'), subPath),
    ...validateFilePath(expression, subPathExpr),
    ...(subPath !== '' && subPathExpr !== ''
      ? [fieldError.invalid(expression, subPathExpr, 'subPathExpr and subPath are mutually exclusive')]
      : []),
  ];
}

/** Bidirectional mount propagation requires a privileged container. */
function validatePropagation(path: FieldPath, { mountPropagation }: VolumeMount, container: Container): FieldError[] {
  const at = path.child('mountPropagation');
  if (mountPropagation === 'Bidirectional' && container.securityContext?.privileged !== true) {
    return [fieldError.forbidden(at, 'Bidirectional mount propagation is available only to privileged containers')];
  }
  return validateOneOf(at, mountPropagation, PROPAGATION);
}

function validateReadOnly(path: FieldPath, mount: VolumeMount): FieldError[] {
  const { recursiveReadOnly, readOnly, mountPropagation = 'None' } = mount;
  const at = path.child('recursiveReadOnly');
  if (recursiveReadOnly !== 'IfPossible' && recursiveReadOnly !== 'Enabled') {
    return validateOneOf(at, recursiveReadOnly, RECURSIVE_READ_ONLY);
  }
  const errors = readOnly ? [] : [fieldError.forbidden(at, 'may only be specified when readOnly is true')];
  if (mountPropagation !== 'None') {
    errors.push(fieldError.forbidden(at, 'may only be specified when mountPropagation is None or not specified'));
  }
  return errors;
}

/** Only claims can be raw devices. */
const validateIsClaim = (path: FieldPath, volume: Volume | undefined): FieldError[] =>
  volume === undefined || volume.persistentVolumeClaim || volume.ephemeral
    ? []
    : [
        fieldError.invalid(
          path.child('name'),
          volume.name,
          'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
        ),
      ];
