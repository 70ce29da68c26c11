import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateOneOf } from '../../../validation/values.js';
import { validateFilePath } from '../volume/local-paths.js';
import type { Volume } from '../volume/volume.js';
import type { Container } from './container.js';

const PROPAGATION = ['None', 'HostToContainer', 'Bidirectional'];

/** Mounts and devices name volumes of the pod, and each place in the container is used once (C-187). */
export function validateMounts(path: FieldPath, container: Container, volumes: readonly Volume[] = []): FieldError[] {
  const known = new Map(volumes.map((volume) => [volume.name, volume]));
  const errors: FieldError[] = [];
  const places = new Set<string>();
  for (const [index, mount] of (container.volumeMounts ?? []).entries()) {
    const at = path.child('volumeMounts').index(index);
    const { name = '', mountPath = '', subPath = '', subPathExpr = '' } = mount;
    errors.push(...validateVolumeName(at, name, known));
    if (mountPath === '') errors.push(fieldError.required(at.child('mountPath')));
    else if (places.has(mountPath)) errors.push(fieldError.invalid(at.child('mountPath'), mountPath, 'must be unique'));
    places.add(mountPath);
    errors.push(
      ...validateFilePath(at.child('subPath'), subPath),
      ...validateFilePath(at.child('subPathExpr'), subPathExpr),
    );
    if (subPath !== '' && subPathExpr !== '') {
      errors.push(
        fieldError.invalid(at.child('subPathExpr'), subPathExpr, 'subPathExpr and subPath are mutually exclusive'),
      );
    }
    errors.push(...validateOneOf(at.child('mountPropagation'), mount.mountPropagation, PROPAGATION));
  }
  for (const [index, { name = '', devicePath = '' }] of (container.volumeDevices ?? []).entries()) {
    const at = path.child('volumeDevices').index(index);
    errors.push(...validateVolumeName(at, name, known), ...validateIsClaim(at, known.get(name)));
    if (devicePath === '') errors.push(fieldError.required(at.child('devicePath')));
    else if (places.has(devicePath))
      errors.push(fieldError.invalid(at.child('devicePath'), devicePath, 'must be unique'));
    places.add(devicePath);
  }
  return errors;
}

function validateVolumeName(path: FieldPath, name: string, known: ReadonlyMap<string, Volume>): FieldError[] {
  if (name === '') return [fieldError.required(path.child('name'))];
  return known.has(name) ? [] : [fieldError.notFound(path.child('name'), name)];
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
