import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { statusSubresource } from '../../../definition/status-subresource.js';
import { ResourceQuota } from './resource-quota.types.js';
import {
  validateResourceQuota,
  validateResourceQuotaStatus,
  validateResourceQuotaUpdate,
} from './resource-quota.validation.js';

/** `pods: 1/2, ...`, by name; limits apart from all else. */
function usageText({ status }: ResourceQuota, limits: boolean): string {
  const used = new Map(Object.entries(status?.used ?? {}));
  return Object.entries(status?.hard ?? {})
    .filter(([name]) => name.startsWith('limits.') === limits)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, hard]) => `${name}: ${used.get(name) ?? '0'}/${hard}`)
    .join(', ');
}

export const resourceQuotaKind: KindDeclaration = {
  type: ResourceQuota,
  group: 'core',
  version: 'v1',
  kind: 'ResourceQuota',
  resource: 'resourcequotas',
  singular: 'resourcequota',
  shortNames: ['quota'],
  namespaced: true,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'object',
  columns: [
    NAME_COLUMN,
    column<ResourceQuota>(
      {
        name: 'Request',
        type: 'string',
        description: 'Request represents a minimum amount of cpu/memory that a container may consume.',
      },
      (quota) => usageText(quota, false),
    ),
    column<ResourceQuota>(
      { name: 'Limit', type: 'string', description: 'Used and allowed amounts of limits.' },
      (quota) => usageText(quota, true),
    ),
    AGE_COLUMN,
  ],
  strategy: (vocabulary) => ({
    validateCreate: (quota: ResourceQuota) => validateResourceQuota(quota, vocabulary),
    validateUpdate: (quota: ResourceQuota, old: ResourceQuota) => validateResourceQuotaUpdate(quota, old, vocabulary),
  }),
  subresources: {
    status: (vocabulary) =>
      statusSubresource<ResourceQuota>({ validateUpdate: (quota) => validateResourceQuotaStatus(quota, vocabulary) }),
  },
};
