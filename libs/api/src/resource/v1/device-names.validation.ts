import { fieldError, validateName, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateDriverName } from '../../core/v1/volume/driver-sources.validation.js';
import { checkName, requireName } from '../../validation/names.js';

const MAX_POOL_LENGTH = 253;
const MAX_ID_LENGTH = 32;
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const NO_IDENTIFIER =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";

/** DNS subdomains, separated by slashes. */
export function validatePoolName(path: FieldPath, name = ''): FieldError[] {
  if (name === '') return [fieldError.required(path)];
  return [
    ...(name.length > MAX_POOL_LENGTH ? [fieldError.tooLong(path, MAX_POOL_LENGTH)] : []),
    // No name within the limit has more parts.
    ...name.split('/', MAX_POOL_LENGTH + 1).flatMap((part) => checkPart(path, part, 'dns-subdomain')),
  ];
}

/** A label, also when it is empty. */
export const validateDnsLabel = (path: FieldPath, name = ''): FieldError[] => checkPart(path, name, 'dns-label');

const checkPart = (path: FieldPath, part: string, rule: 'dns-label' | 'dns-subdomain'): FieldError[] =>
  validateName(rule, part).map((fault) => fieldError.invalid(path, part, fault));

/** The name of a DeviceClass. */
export const validateClassName = (path: FieldPath, name?: string): FieldError[] =>
  requireName(path, name, 'dns-subdomain');

/** The name of a node that may be absent. */
export const validateNodeName = (path: FieldPath, name: string): FieldError[] => checkName(path, name, 'dns-subdomain');

/** `name` or `driver/name` of an attribute or a capacity. */
export function validateQualifiedId(path: FieldPath, name: string): FieldError[] {
  if (name === '') return [fieldError.required(path, 'name required')];
  const parts = name.split('/');
  if (parts.length === 1) return validateIdentifier(path, name);
  if (parts.length > 2) return [];
  const [domain, id] = parts as [string, string];
  return [
    ...(domain === '' ? [fieldError.required(path, 'the domain must not be empty')] : validateDriverName(path, domain)),
    ...(id === '' ? [fieldError.required(path, 'the name must not be empty')] : validateIdentifier(path, id)),
  ];
}

/** `driver/name` of an attribute. */
export const validateFullyQualifiedId = (path: FieldPath, name: string): FieldError[] => [
  ...validateQualifiedId(path, name),
  ...(name === '' || name.includes('/') ? [] : [fieldError.invalid(path, name, 'must include a domain')]),
];

const validateIdentifier = (path: FieldPath, id: string): FieldError[] => [
  ...(id.length > MAX_ID_LENGTH ? [fieldError.tooLong(path, MAX_ID_LENGTH)] : []),
  ...(IDENTIFIER.test(id) ? [] : [fieldError.typeInvalid(path, id, NO_IDENTIFIER)]),
];
