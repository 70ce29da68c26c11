import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { sameContent } from '../../../validation/json-equality.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateParameters } from '../storage-class/parameters.validation.js';
import type { VolumeAttributesClass } from './volume-attributes-class.types.js';

const DRIVER = FieldPath.of('driverName');
const PARAMETERS = FieldPath.of('parameters');

/** Volumes reference the class by name: it is immutable. */
export const volumeAttributesClassStrategy = (): Strategy<VolumeAttributesClass> => ({
  validateCreate: validateClass,
  validateUpdate: (attributes, old) => [
    ...validateClass(attributes),
    ...(attributes.driverName === old.driverName
      ? []
      : [fieldError.forbidden(DRIVER, 'updates to driverName are forbidden.')]),
    ...(sameContent(attributes.parameters, old.parameters)
      ? []
      : [fieldError.forbidden(PARAMETERS, 'updates to parameters are forbidden.')]),
  ],
});

function validateClass({ driverName = '', parameters = {} }: VolumeAttributesClass): FieldError[] {
  return [
    ...(driverName ? checkQualifiedName(DRIVER, driverName.toLowerCase()) : [fieldError.required(DRIVER)]),
    ...(Object.keys(parameters).length === 0
      ? [fieldError.required(PARAMETERS, 'must contain at least one key/value pair')]
      : validateParameters(PARAMETERS, parameters)),
  ];
}
