import type { KindDeclaration } from '../definition/kind-declaration.js';
import { siblingVersion } from '../definition/sibling-version.js';
import { statusAloneSubresource } from '../definition/status-subresource.js';
import { structVersion } from '../definition/struct-version.js';
import { StorageVersionMigration } from './v1/storage-version-migration.types.js';
import {
  validateMigration,
  validateMigrationStatus,
  validateMigrationUpdate,
} from './v1/storage-version-migration.validation.js';

const storageVersionMigrationKind: KindDeclaration = {
  type: StorageVersionMigration,
  group: 'storagemigration',
  version: 'v1',
  kind: 'StorageVersionMigration',
  resource: 'storageversionmigrations',
  singular: 'storageversionmigration',
  namespaced: false,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'status',
  unconditionalUpdate: false,
  strategy: () => ({ validateCreate: validateMigration, validateUpdate: validateMigrationUpdate }),
  subresources: {
    status: () => statusAloneSubresource<StorageVersionMigration>({ validateUpdate: validateMigrationStatus }),
  },
};

/** Migrations of stored objects. The beta version is disabled by default (D-231). */
export const storagemigrationKinds: readonly KindDeclaration[] = [
  storageVersionMigrationKind,
  siblingVersion(storageVersionMigrationKind, {
    version: 'v1beta1',
    structs: structVersion('storagemigration.v1', 'storagemigration.v1beta1', { since: { 37: 35 } }),
    lifecycle: {
      deprecated: 37,
      replacement: { group: 'storagemigration', version: 'v1', kind: 'StorageVersionMigration' },
    },
  }),
];
