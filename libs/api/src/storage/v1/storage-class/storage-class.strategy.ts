import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { deprecatedNodeLabel } from '../../../core/v1/node-label-warnings.js';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { sameJson } from '../../../validation/json-equality.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateOneOf } from '../../../validation/values.js';
import { validateTopologies } from './allowed-topologies.validation.js';
import { validateParameters } from './parameters.validation.js';
import type { StorageClass } from './storage-class.types.js';

const PROVISIONER = FieldPath.of('provisioner');
const PARAMETERS = FieldPath.of('parameters');

const FIXED = ['parameters', 'provisioner', 'reclaimPolicy'] as const;

/** C-239. */
export const storageClassStrategy = (): Strategy<StorageClass> => ({
  validateCreate: validateClass,
  validateUpdate: (storageClass, old) => [
    ...validateClass(storageClass),
    ...FIXED.filter((field) => !sameJson(storageClass[field], old[field])).map((field) =>
      fieldError.forbidden(FieldPath.of(field), `updates to ${field} are forbidden.`),
    ),
    ...validateUnchanged<StorageClass>(FieldPath.root, storageClass, old, ['volumeBindingMode']),
  ],
  warnings: ({ allowedTopologies }, { vocabulary: { labels } }) =>
    (allowedTopologies ?? []).flatMap(({ matchLabelExpressions }, index) =>
      (matchLabelExpressions ?? []).flatMap(({ key }, at) => {
        const why = deprecatedNodeLabel(key, labels);
        return why === undefined ? [] : [`allowedTopologies[${index}].matchLabelExpressions[${at}].key: ${why}`];
      }),
    ),
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
