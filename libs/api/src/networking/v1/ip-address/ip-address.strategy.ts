import { fieldError, FieldPath, formatIp, parseIp, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { checkName, requireName } from '../../../validation/names.js';
import type { IPAddress } from './ip-address.types.js';

const NAME = FieldPath.of('metadata', 'name');
const PARENT = FieldPath.of('spec', 'parentRef');

export const ipAddressStrategy = (): Strategy<IPAddress> => ({
  validateCreate: (address) => [...validateAddressName(address.metadata.name ?? ''), ...validateParent(address)],
  validateUpdate: (address, old) => [
    ...validateUnchanged(FieldPath.of('spec'), address.spec, old.spec, ['parentRef']),
    ...validateParent(address),
  ],
});

/** One address has one name. */
function validateAddressName(name: string): FieldError[] {
  const address = parseIp(name);
  if (!address) return [fieldError.invalid(NAME, name, 'must be a valid IP address')];
  return formatIp(address) === name ? [] : [fieldError.invalid(NAME, name, 'must be a canonical format IP address')];
}

function validateParent({ spec }: IPAddress): FieldError[] {
  const parent = spec?.parentRef;
  if (!parent) return [fieldError.required(PARENT)];
  return [
    ...checkName(PARENT.child('group'), parent.group, 'dns-subdomain'),
    ...requireName(PARENT.child('resource'), parent.resource, 'path-segment'),
    ...requireName(PARENT.child('name'), parent.name, 'path-segment'),
    ...checkName(PARENT.child('namespace'), parent.namespace, 'path-segment'),
  ];
}
