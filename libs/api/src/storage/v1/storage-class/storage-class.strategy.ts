import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateOneOf } from '../../../validation/values.js';
import type { StorageClass } from './storage-class.types.js';

const PROVISIONER = FieldPath.of('provisioner');
const PARAMETERS = FieldPath.of('parameters');
const TOPOLOGIES = FieldPath.of('allowedTopologies');
const MAX_PARAMETERS = 512;
const MAX_PARAMETERS_BYTES = 256 * 1024;

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
    ...validateParameters(storageClass.parameters),
    ...validateOneOf(FieldPath.of('reclaimPolicy'), reclaimPolicy, ['Delete', 'Retain']),
    ...validateOneOf(FieldPath.of('volumeBindingMode'), volumeBindingMode, ['Immediate', 'WaitForFirstConsumer']),
    ...validateTopologies(storageClass.allowedTopologies),
  ];
}

function validateParameters(parameters: Readonly<Record<string, string>> = {}): FieldError[] {
  const entries = Object.entries(parameters);
  if (entries.length > MAX_PARAMETERS) return [fieldError.tooLong(PARAMETERS, MAX_PARAMETERS)];
  const errors = entries.some(([key]) => key === '')
    ? [fieldError.invalid(PARAMETERS, '', 'field can not be empty')]
    : [];
  const bytes = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  if (bytes > MAX_PARAMETERS_BYTES) errors.push(fieldError.tooLong(PARAMETERS, MAX_PARAMETERS_BYTES));
  return errors;
}

/** Each requirement names a label and at least one value, each value once. */
function validateTopologies(topologies: StorageClass['allowedTopologies'] = []): FieldError[] {
  return topologies.flatMap((term, index) =>
    (term.matchLabelExpressions ?? []).flatMap(({ key, values = [] }, position) => {
      const at = TOPOLOGIES.index(index).child('matchLabelExpressions').index(position);
      return [
        ...checkQualifiedName(at.child('key'), key ?? ''),
        ...(values.length === 0 ? [fieldError.required(at.child('values'))] : []),
        ...values.flatMap((value, i) =>
          values.indexOf(value) < i ? [fieldError.duplicate(at.child('values').index(i), value)] : [],
        ),
      ];
    }),
  );
}
