import {
  fieldError,
  FieldPath,
  validateAnnotations,
  validateLabels,
  type ApiObject,
  type FieldError,
  type ObjectMeta,
} from '@orch/apimachinery';
import { AGE_COLUMN, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { setMembers } from '../../../validation/set-members.js';
import { withRequestDefaults } from '../device-requests.defaults.js';
import { validateDeviceClaim } from '../device-requests.validation.js';
import { ResourceClaimTemplate } from './resource-claim-template.types.js';

const METADATA = FieldPath.of('spec', 'metadata');
const DEVICES = FieldPath.of('spec', 'spec', 'devices');

export const resourceClaimTemplateKind: KindDeclaration = {
  type: ResourceClaimTemplate,
  group: 'resource',
  version: 'v1',
  kind: 'ResourceClaimTemplate',
  resource: 'resourceclaimtemplates',
  singular: 'resourceclaimtemplate',
  namespaced: true,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'object',
  columns: [NAME_COLUMN, AGE_COLUMN],
  defaults: (object: ApiObject) => {
    const { spec, ...rest } = object as ResourceClaimTemplate;
    return spec?.spec?.devices
      ? { ...rest, spec: { ...spec, spec: { ...spec.spec, devices: withRequestDefaults(spec.spec.devices) } } }
      : object;
  },
  strategy: () => ({
    validateCreate: ({ spec }: ResourceClaimTemplate) => [
      ...validateClaimMetadata(spec.metadata),
      ...validateDeviceClaim(DEVICES, spec.spec.devices),
    ],
    validateUpdate: (template: ResourceClaimTemplate, old: ResourceClaimTemplate) => [
      ...validateUnchanged(FieldPath.of(), template, old, ['spec']),
      ...validateDeviceClaim(DEVICES, template.spec.spec.devices, true),
    ],
  }),
};

/** The claim takes labels and annotations from the template, its name from the pod. */
const validateClaimMetadata = ({ labels = {}, annotations = {}, ...others }: ObjectMeta = {}): FieldError[] => [
  ...validateAnnotations(annotations, METADATA.child('annotations')),
  ...validateLabels(labels, METADATA.child('labels')),
  ...setMembers(others).map((name) => fieldError.forbidden(METADATA.child(name), 'cannot be set')),
];
