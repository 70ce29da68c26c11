import { FieldPath, type FieldError } from '@orch/apimachinery';
import { AGE_COLUMN, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { sameJson } from '../../../validation/json-equality.js';
import { validateConfiguration } from '../device-configuration.validation.js';
import { MAX_DEVICE_ITEMS, validateSelectors } from '../device-requests.validation.js';
import { validateItems } from '../validated-lists.js';
import { DeviceClass } from './device-class.types.js';

const SPEC = FieldPath.of('spec');

const validateDeviceClass = ({ spec }: DeviceClass, old?: DeviceClass): FieldError[] => [
  ...validateSelectors(SPEC.child('selectors'), spec.selectors),
  ...validateItems(SPEC.child('config'), spec.config, MAX_DEVICE_ITEMS, (item, config) =>
    validateConfiguration(item, config, old !== undefined && sameJson(spec.config, old.spec.config)),
  ),
];

export const deviceClassKind: KindDeclaration = {
  type: DeviceClass,
  group: 'resource',
  version: 'v1',
  kind: 'DeviceClass',
  resource: 'deviceclasses',
  singular: 'deviceclass',
  namespaced: false,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'object',
  columns: [NAME_COLUMN, AGE_COLUMN],
  strategy: () => ({
    validateCreate: (deviceClass: DeviceClass) => validateDeviceClass(deviceClass),
    validateUpdate: (deviceClass: DeviceClass, old: DeviceClass) => validateDeviceClass(deviceClass, old),
  }),
};
