import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateOneOf } from '../../../validation/values.js';
import { validateParameters } from './parameters.validation.js';
import type { StorageClass } from './storage-class.types.js';

const PROVISIONER = FieldPath.of('provisioner');
const PARAMETERS = FieldPath.of('parameters');
const TOPOLOGIES = FieldPath.of('allowedTopologies');

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
    ...validateOneOf(FieldPath.of('reclaimPolicy'), reclaimPolicy, ['Delete', 'Retain']),
    ...validateOneOf(FieldPath.of('volumeBindingMode'), volumeBindingMode, ['Immediate', 'WaitForFirstConsumer']),
    ...validateTopologies(storageClass.allowedTopologies),
  ];
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
