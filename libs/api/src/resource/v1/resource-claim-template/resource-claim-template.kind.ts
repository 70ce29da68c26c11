import { FieldPath, validateAnnotations, validateLabels, type ApiObject } from '@orch/apimachinery';
import { AGE_COLUMN, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
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
      ...validateLabels(spec.metadata?.labels ?? {}, METADATA.child('labels')),
      ...validateAnnotations(spec.metadata?.annotations ?? {}, METADATA.child('annotations')),
      ...validateDeviceClaim(DEVICES, spec.spec.devices),
    ],
    validateUpdate: (template: ResourceClaimTemplate, old: ResourceClaimTemplate) => [
      ...validateUnchanged(FieldPath.of(), template, old, ['spec']),
      ...validateDeviceClaim(DEVICES, template.spec.spec.devices, true),
    ],
  }),
};
