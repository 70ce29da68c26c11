import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateOneOf } from '../../../validation/values.js';
import { validateFilePath } from '../volume/local-paths.js';
import type { Volume } from '../volume/volume.js';
import type { Container, VolumeDevice, VolumeMount } from './container.js';

const PROPAGATION = ['Bidirectional', 'HostToContainer', 'None'];
const RECURSIVE_READ_ONLY = ['Disabled', 'Enabled', 'IfPossible'];

/** Mounts and devices name volumes of the pod, and each place in the container is used once (C-187). @param known volumes of the pod by name. */
export function validateMounts(
  path: FieldPath,
  container: Container,
  known: ReadonlyMap<string, Volume>,
): FieldError[] {
  const { volumeMounts = [], volumeDevices = [] } = container;
  const mounts = usesOf(volumeMounts, ({ mountPath }) => mountPath);
  const devices = usesOf(volumeDevices, ({ devicePath }) => devicePath);
  return [
    ...validateVolumeMounts(path.child('volumeMounts'), container, known, devices),
    ...validateVolumeDevices(path.child('volumeDevices'), volumeDevices, known, mounts),
  ];
}

/** Names and places that one of both lists takes: the other may not have them. */
interface Uses {
  readonly names: ReadonlySet<string>;
  readonly places: ReadonlySet<string>;
}

const usesOf = <T extends { name?: string }>(list: readonly T[], placeOf: (item: T) => string | undefined): Uses => ({
  names: new Set(list.map(({ name = '' }) => name)),
  places: new Set(list.map((item) => placeOf(item) ?? '')),
});

function validateVolumeMounts(
  path: FieldPath,
  container: Container,
  known: ReadonlyMap<string, Volume>,
  devices: Uses,
): FieldError[] {
  const places = new Set<string>();
  return (container.volumeMounts ?? []).flatMap((mount, index) => {
    const at = path.index(index);
    const { name = '', mountPath = '' } = mount;
    const place = at.child('mountPath');
    const errors = validateVolumeName(at, name, known);
    if (mountPath === '') errors.push(fieldError.required(place));
    if (places.has(mountPath)) errors.push(fieldError.invalid(place, mountPath, 'must be unique'));
    places.add(mountPath);
    errors.push(...validateOtherUse(at.child('name'), name, place, mountPath, devices, 'volumeDevices'));
    return [...errors, ...validateSubPath(path, at, mount), ...validateSharing(path, mount, container)];
  });
}

function validateVolumeDevices(
  path: FieldPath,
  volumeDevices: readonly VolumeDevice[],
  known: ReadonlyMap<string, Volume>,
  mounts: Uses,
): FieldError[] {
  const names = new Set<string>();
  const places = new Set<string>();
  return volumeDevices.flatMap(({ name = '', devicePath = '' }: Partial<VolumeDevice>, index) => {
    const at = path.index(index);
    const place = at.child('devicePath');
    const errors = validateVolumeName(at, name, known);
    if (names.has(name)) errors.push(fieldError.invalid(at.child('name'), name, 'must be unique'));
    errors.push(...validateIsClaim(at, known.get(name)));
    if (devicePath === '') errors.push(fieldError.required(place));
    if (places.has(devicePath)) errors.push(fieldError.invalid(place, devicePath, 'must be unique'));
    if (devicePath.split('/').includes('..')) {
      errors.push(fieldError.invalid(place, devicePath, "can not contain backsteps ('..')"));
    } else places.add(devicePath);
    names.add(name);
    return [...errors, ...validateOtherUse(at.child('name'), name, place, devicePath, mounts, 'volumeMounts')];
  });
}

function validateVolumeName(path: FieldPath, name: string, known: ReadonlyMap<string, Volume>): FieldError[] {
  const at = path.child('name');
  return [
    ...(name === '' ? [fieldError.required(at)] : []),
    ...(known.has(name) ? [] : [fieldError.notFound(at, name)]),
  ];
}

/** A volume is mounted or a device of the container, not both, and so is a place. */
function validateOtherUse(
  namePath: FieldPath,
  name: string,
  placePath: FieldPath,
  place: string,
  others: Uses,
  list: string,
): FieldError[] {
  return [
    ...(others.names.has(name) ? [fieldError.invalid(namePath, name, `must not already exist in ${list}`)] : []),
    ...(others.places.has(place)
      ? [fieldError.invalid(placePath, place, `must not already exist as a path in ${list}`)]
      : []),
  ];
}

/** @param list path of all mounts: for most faults kube-apiserver does not name the item. */
function validateSubPath(list: FieldPath, path: FieldPath, mount: VolumeMount): FieldError[] {
  const { subPath = '', subPathExpr = '' } = mount;
  return [
    ...validateFilePath(list.child('subPath'), subPath),
    ...(subPath !== '' && subPathExpr !== ''
      ? [fieldError.invalid(path.child('subPathExpr'), subPathExpr, 'subPathExpr and subPath are mutually exclusive')]
      : []),
    ...validateFilePath(list.child('subPathExpr'), subPathExpr),
  ];
}

/** Mount propagation and recursive read-only mounts. @param list as in `validateSubPath`. */
const validateSharing = (list: FieldPath, mount: VolumeMount, container: Container): FieldError[] => [
  ...validatePropagation(list, mount, container),
  ...validateReadOnly(list, mount),
];

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
