import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { requireFields } from '../../../validation/required-fields.js';
import { validateNotNegative, validateOneOf } from '../../../validation/values.js';
import { validateFilePath, validateNoBacksteps } from './local-paths.js';
import type {
  EmptyDirVolumeSource,
  GitRepoVolumeSource,
  HostPathVolumeSource,
  ImageVolumeSource,
  LocalVolumeSource,
} from './node-local-sources.js';

const HOST_PATH_TYPES = [
  '',
  'DirectoryOrCreate',
  'Directory',
  'FileOrCreate',
  'File',
  'Socket',
  'CharDevice',
  'BlockDevice',
];

/** C-190. */
export const validateHostPath = (path: FieldPath, source: HostPathVolumeSource): FieldError[] => [
  ...requireFields(path, source, 'path'),
  ...validateNoBacksteps(path.child('path'), source.path ?? ''),
  ...validateOneOf(path.child('type'), source.type, HOST_PATH_TYPES),
];

/** C-189. */
export function validateEmptyDir(path: FieldPath, { medium = '', sizeLimit }: EmptyDirVolumeSource): FieldError[] {
  const known = medium === '' || medium === 'Memory' || medium.startsWith('HugePages');
  return [
    ...(known ? [] : [fieldError.notSupported(path.child('medium'), medium, ['', 'Memory', 'HugePages'])]),
    ...validateNotNegative(path.child('sizeLimit'), sizeLimit),
  ];
}

/** */
export const validateGitRepo = (path: FieldPath, source: GitRepoVolumeSource): FieldError[] => [
  ...requireFields(path, source, 'repository'),
  ...validateFilePath(path.child('directory'), source.directory ?? ''),
];

/** */
export const validateLocal = (path: FieldPath, source: LocalVolumeSource): FieldError[] => [
  ...requireFields(path, source, 'path'),
  ...validateNoBacksteps(path.child('path'), source.path ?? ''),
];

export const validateImage = (path: FieldPath, source: ImageVolumeSource): FieldError[] => [
  ...requireFields(path, source, 'reference'),
  ...validateOneOf(path.child('pullPolicy'), source.pullPolicy, ['Always', 'Never', 'IfNotPresent']),
];
