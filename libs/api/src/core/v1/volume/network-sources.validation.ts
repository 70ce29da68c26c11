import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { requireFields } from '../../../validation/required-fields.js';
import { validateRange } from '../../../validation/values.js';
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
/** Forms of an iSCSI name, by its beginning (C-194). */
const ISCSI_NAMES: Readonly<Record<string, { test(name: string): boolean }>> = {
  iqn: { test: isQualifiedIscsiName },
  eui: /^eui.[A-Za-z0-9]{16}$/,
  naa: /^naa.[A-Za-z0-9]{32}$/,
};

/** What may be before the last colon of a qualified name, and must be somewhere in it. */
const NAMING_AUTHORITY = /iqn\.\d{4}-\d{2}\../;
const SHORTEST_AUTHORITY = 'iqn.2000-01.a'.length;

/** Kinds of characters below 128: of a naming authority, and those that may not follow it. */
const OF_AUTHORITY = 1;
const REFUSED = 2;
const KINDS = new Uint8Array(128);
for (const one of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-.')
  KINDS[one.charCodeAt(0)] = OF_AUTHORITY;
for (const one of ',;*&$| \t\n\f\r') KINDS[one.charCodeAt(0)] = REFUSED;

/**
 * As the pattern of kube-apiserver, `iqn\.\d{4}-\d{2}\.([[:alnum:]-.]+)(:[^,;*&$|\s]+)$`, which may begin anywhere: in one pass, as the text has no
 * limit of its own.
 */
function isQualifiedIscsiName(name: string): boolean {
  let isQualified = false;
  let begin = 0;
  for (let at = 0; at < name.length; at++) {
    const kind = KINDS[name.charCodeAt(at)];
    if (kind === OF_AUTHORITY) continue;
    if (kind === REFUSED) isQualified = false;
    else if (!isQualified && name[at] === ':' && at < name.length - 1 && at - begin >= SHORTEST_AUTHORITY)
      isQualified = NAMING_AUTHORITY.test(name.slice(begin, at));
    begin = at + 1;
  }
  return isQualified;
}

/** C-192. */
export const validateNfs = (path: FieldPath, source: NFSVolumeSource): FieldError[] => [
  ...requireFields(path, source, 'server', 'path'),
  ...(source.path?.startsWith('/')
    ? []
    : [fieldError.invalid(path.child('path'), source.path ?? '', 'must be an absolute path')]),
];

/** A-368, C-194. */
export function validateIscsi(path: FieldPath, source: ISCSIVolumeSource | ISCSIPersistentVolumeSource): FieldError[] {
  const { iqn, initiatorName } = source;
  const errors = [
    ...requireFields(path, source, 'targetPortal', 'iqn'),
    ...(iqn ? validateIscsiName(path.child('iqn'), iqn) : []),
    ...validateRange(path.child('lun'), source.lun, 0, MAX_LUN),
  ];
  if ((source.chapAuthDiscovery || source.chapAuthSession) && !source.secretRef) {
    errors.push(fieldError.required(path.child('secretRef')));
  }
  if (initiatorName === undefined) return errors;
  return [...errors, ...validateIscsiName(path.child('initiatorname'), initiatorName)]; // kube-apiserver's path
}

function validateIscsiName(path: FieldPath, name: string): FieldError[] {
  const form = ISCSI_NAMES[name.slice(0, 3)];
  if (!form) return [fieldError.invalid(path, name, 'must be valid format starting with iqn, eui, or naa')];
  return form.test(name) ? [] : [fieldError.invalid(path, name, 'must be valid format')];
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
export const validateRbd = (path: FieldPath, source: { monitors: string[] | null; image: string }): FieldError[] =>
  requireFields(path, source, 'monitors', 'image');

/** C-192. */
export const validateCephfs = (path: FieldPath, source: { monitors: string[] | null }): FieldError[] =>
  requireFields(path, source, 'monitors');

/** Either targets with a logical unit, or world wide identifiers (A-365, C-194). */
export function validateFc(path: FieldPath, { targetWWNs = [], wwids = [], lun }: FCVolumeSource): FieldError[] {
  const targets = path.child('targetWWNs');
  if (targetWWNs.length === 0) {
    return wwids.length > 0
      ? []
      : [fieldError.required(targets, 'must specify either targetWWNs or wwids, but not both')];
  }
  const unit = path.child('lun');
  return [
    ...(wwids.length > 0
      ? [fieldError.invalid(targets, targetWWNs, 'targetWWNs and wwids can not be specified simultaneously')]
      : []),
    ...(lun === undefined
      ? [fieldError.required(unit, 'lun is required if targetWWNs is specified')]
      : validateRange(unit, lun, 0, MAX_LUN)),
  ];
}

/** */
export function validateFlocker(
  path: FieldPath,
  { datasetName = '', datasetUUID = '' }: FlockerVolumeSource,
): FieldError[] {
  const errors: FieldError[] = [];
  if (datasetName === '' && datasetUUID === '') {
    errors.push(fieldError.required(path, 'one of datasetName and datasetUUID is required'));
  }
  if (datasetName !== '' && datasetUUID !== '') {
    const detail = 'datasetName and datasetUUID can not be specified simultaneously';
    errors.push(fieldError.invalid(path, 'resource', detail));
  }
  if (datasetName.includes('/')) {
    errors.push(fieldError.invalid(path.child('datasetName'), datasetName, "must not contain '/'"));
  }
  return errors;
}
