import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateOneOf } from '../../../validation/values.js';
import { validateTopologies } from './allowed-topologies.validation.js';
import { validateParameters } from './parameters.validation.js';
import type { StorageClass } from './storage-class.types.js';

const PROVISIONER = FieldPath.of('provisioner');
const PARAMETERS = FieldPath.of('parameters');

/** C-239. */
export const storageClassStrategy = (): Strategy<StorageClass> => ({
  validateCreate: validateClass,
  validateUpdate: (storageClass, old) => [
    ...validateClass(storageClass),
    ...validateUnchanged<StorageClass>(FieldPath.root, storageClass, old, [
      'parameters',
      'provisioner',
      'reclaimPolicy',
      'volumeBindingMode',
    ]),
  ],
});

function validateClass(storageClass: StorageClass): FieldError[] {
  const { provisioner, reclaimPolicy, volumeBindingMode } = storageClass;
  return [
    ...(provisioner ? checkQualifiedName(PROVISIONER, provisioner.toLowerCase()) : [fieldError.required(PROVISIONER)]),
    ...validateParameters(PARAMETERS, storageClass.parameters),
    ...validateOneOf(FieldPath.of('reclaimPolicy'), reclaimPolicy || undefined, ['Delete', 'Retain']),
    ...validateOneOf(FieldPath.of('volumeBindingMode'), volumeBindingMode, ['Immediate', 'WaitForFirstConsumer']),
    ...validateTopologies(FieldPath.of('allowedTopologies'), storageClass.allowedTopologies),
  ];
}
