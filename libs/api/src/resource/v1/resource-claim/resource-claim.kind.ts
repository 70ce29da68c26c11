import { FieldPath, type ApiObject } from '@orch/apimachinery';
import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { statusAloneSubresource } from '../../../definition/status-subresource.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { withRequestDefaults } from '../device-requests.defaults.js';
import { validateDeviceClaim } from '../device-requests.validation.js';
import { ResourceClaim } from './resource-claim.types.js';
import { validateClaimStatus } from './resource-claim.validation.js';

const DEVICES = FieldPath.of('spec', 'devices');

/** Pending, allocated and reserved, and whether it terminates. */
function stateOf({ metadata, status }: ResourceClaim): string {
  const isTerminating = metadata.deletionTimestamp !== undefined;
  return [
    ...(isTerminating ? ['deleted'] : []),
    ...(status?.allocation || isTerminating ? [] : ['pending']),
    ...(status?.allocation ? ['allocated'] : []),
    ...(status?.allocation && status.reservedFor?.length ? ['reserved'] : []),
  ].join(',');
}

export const resourceClaimKind: KindDeclaration = {
  type: ResourceClaim,
  group: 'resource',
  version: 'v1',
  kind: 'ResourceClaim',
  resource: 'resourceclaims',
  singular: 'resourceclaim',
  namespaced: true,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'object',
  columns: [
    NAME_COLUMN,
    column<ResourceClaim>(
      {
        name: 'State',
        type: 'string',
        description: 'A summary of the current state (allocated, pending, reserved, etc.).',
      },
      stateOf,
    ),
    AGE_COLUMN,
  ],
  defaults: (object: ApiObject) => {
    const { spec, ...rest } = object as ResourceClaim;
    return spec?.devices ? { ...rest, spec: { ...spec, devices: withRequestDefaults(spec.devices) } } : object;
  },
  strategy: () => ({
    validateCreate: ({ spec }: ResourceClaim) => validateDeviceClaim(DEVICES, spec.devices),
    validateUpdate: (claim: ResourceClaim, old: ResourceClaim) => [
      ...validateUnchanged(FieldPath.of(), claim, old, ['spec']),
      ...validateDeviceClaim(DEVICES, claim.spec.devices, true),
    ],
  }),
  subresources: { status: () => statusAloneSubresource<ResourceClaim>({ validateUpdate: validateClaimStatus }) },
};
