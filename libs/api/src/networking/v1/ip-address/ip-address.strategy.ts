import { fieldError, FieldPath, goString, goStruct, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { checkCanonicalIp } from '../../../validation/ip-values.js';
import { checkName, requireName } from '../../../validation/names.js';
import type { IPAddress } from './ip-address.types.js';

const NAME = FieldPath.of('metadata', 'name');
const PARENT = FieldPath.of('spec', 'parentRef');

export const ipAddressStrategy = (): Strategy<IPAddress> => ({
  validateCreate: (address) => [...validateAddressName(address), ...validateParent(address)],
  validateUpdate: (address, old) => [
    ...validateUnchanged(FieldPath.of('spec'), address.spec, old.spec, ['parentRef'], { parentRef: goParent }),
    ...validateParent(address),
  ],
});

const goParent = goStruct('networking.ParentReference', {
  group: goString,
  resource: goString,
  namespace: goString,
  name: goString,
});

/** One address has one name. That there is a name is checked for all kinds. */
const validateAddressName = ({ metadata: { name } }: IPAddress): FieldError[] =>
  name ? checkCanonicalIp(NAME, name) : [];

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
