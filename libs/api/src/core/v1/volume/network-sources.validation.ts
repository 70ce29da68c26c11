import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { requireFields } from '../../../validation/required-fields.js';
import { validateRange } from '../../../validation/values.js';
import { validateNoBacksteps } from './local-paths.js';
import type {
  FCVolumeSource,
  FlockerVolumeSource,
  GlusterfsPersistentVolumeSource,
  GlusterfsVolumeSource,
  ISCSIPersistentVolumeSource,
  ISCSIVolumeSource,
  NFSVolumeSource,
} from './network-sources.js';

const MAX_LUN = 255;
/** Prefix of an iSCSI qualified name (C-194). */
const IQN_FORMS = ['iqn.', 'eui.', 'naa.'];

/** C-192. */
export const validateNfs = (path: FieldPath, source: NFSVolumeSource): FieldError[] => [
  ...requireFields(path, source, 'server', 'path'),
  ...(source.path && !source.path.startsWith('/')
    ? [fieldError.invalid(path.child('path'), source.path, 'must be an absolute path')]
    : []),
];

/** A-368, C-194. */
export function validateIscsi(path: FieldPath, source: ISCSIVolumeSource | ISCSIPersistentVolumeSource): FieldError[] {
  const errors = [
    ...requireFields(path, source, 'targetPortal', 'iqn'),
    ...validateRange(path.child('lun'), source.lun, 0, MAX_LUN),
  ];
  if (source.iqn && !IQN_FORMS.some((form) => source.iqn.startsWith(form))) {
    errors.push(fieldError.invalid(path.child('iqn'), source.iqn, 'must be a valid iSCSI qualified name'));
  }
  if ((source.chapAuthDiscovery || source.chapAuthSession) && !source.secretRef) {
    errors.push(fieldError.required(path.child('secretRef'), 'CHAP needs a secret'));
  }
  return errors;
}

/** C-192. */
export const validateGlusterfs = (path: FieldPath, source: GlusterfsVolumeSource): FieldError[] =>
  requireFields(path, source, 'endpoints', 'path');

export const validateGlusterfsPersistent = (path: FieldPath, source: GlusterfsPersistentVolumeSource): FieldError[] => [
  ...validateGlusterfs(path, source),
  ...(source.endpointsNamespace === ''
    ? [
        fieldError.invalid(
          path.child('endpointsNamespace'),
          '',
          'if the endpointnamespace is set, it must be a valid namespace name',
        ),
      ]
    : []),
];

/** C-192. */
export const validateRbd = (path: FieldPath, source: { monitors: string[]; image: string }): FieldError[] =>
  requireFields(path, source, 'monitors', 'image');

/** C-192. */
export const validateCephfs = (path: FieldPath, source: { monitors: string[] }): FieldError[] =>
  requireFields(path, source, 'monitors');

/** Either targets with a logical unit, or world wide identifiers (A-365, C-194). */
export function validateFc(path: FieldPath, { targetWWNs = [], wwids = [], lun }: FCVolumeSource): FieldError[] {
  const targets = path.child('targetWWNs');
  if (targetWWNs.length > 0 && wwids.length > 0) {
    return [fieldError.invalid(targets, targetWWNs, 'fc can not specify targetWWNs and wwids simultaneously')];
  }
  if (targetWWNs.length === 0 && wwids.length === 0) {
    return [fieldError.required(targets, 'must specify either targetWWNs or wwids, but not both')];
  }
  if (targetWWNs.length > 0 && lun === undefined) {
    return [fieldError.required(path.child('lun'), 'lun is required if targetWWNs is specified')];
  }
  return validateRange(path.child('lun'), lun, 0, MAX_LUN);
}

/** */
export function validateFlocker(
  path: FieldPath,
  { datasetName = '', datasetUUID = '' }: FlockerVolumeSource,
): FieldError[] {
  if (datasetName === '' && datasetUUID === '') {
    return [fieldError.required(path, 'one of datasetName and datasetUUID is required')];
  }
  if (datasetName !== '' && datasetUUID !== '') {
    return [fieldError.invalid(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously')];
  }
  const name = path.child('datasetName');
  if (datasetName.includes('/')) return [fieldError.invalid(name, datasetName, "must not contain '/'")];
  return validateNoBacksteps(name, datasetName);
}
