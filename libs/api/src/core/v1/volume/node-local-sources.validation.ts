import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { requireFields } from '../../../validation/required-fields.js';
import { validateOneOf } from '../../../validation/values.js';
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
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

/** C-190. */
export const validateHostPath = (path: FieldPath, source: HostPathVolumeSource): FieldError[] =>
  source.path
    ? [
        ...validateNoBacksteps(path.child('path'), source.path),
        ...validateOneOf(path.child('type'), source.type, HOST_PATH_TYPES),
      ]
    : requireFields(path, source, 'path');

/** C-189: the medium is the node's to know. */
export const validateEmptyDir = (path: FieldPath, { sizeLimit }: EmptyDirVolumeSource): FieldError[] =>
  sizeLimit?.startsWith('-')
    ? [fieldError.forbidden(path.child('sizeLimit'), 'SizeLimit field must be a valid resource quantity')]
    : [];

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
