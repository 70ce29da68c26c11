import type { KindDeclaration } from '../definition/kind-declaration.js';
import { siblingVersion } from '../definition/sibling-version.js';
import { statusAloneSubresource } from '../definition/status-subresource.js';
import { structVersion } from '../definition/struct-version.js';
import { StorageVersionMigration } from './v1/storage-version-migration.types.js';
import {
  migrationConversion,
  StorageVersionMigration as AlphaStorageVersionMigration,
} from './v1alpha1/storage-version-migration.js';
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

/** Migrations of stored objects. The older versions are disabled by default (D-231). */
export const storagemigrationKinds: readonly KindDeclaration[] = [
  storageVersionMigrationKind,
  siblingVersion(storageVersionMigrationKind, {
    version: 'v1beta1',
    structs: structVersion('storagemigration.v1', 'storagemigration.v1beta1', {
      since: { 37: 35 },
      absent: ['StorageVersionMigrationSpec.continueToken', 'StorageVersionMigrationSpec.version'],
    }),
    lifecycle: {
      deprecated: 37,
      replacement: { group: 'storagemigration', version: 'v1', kind: 'StorageVersionMigration' },
    },
  }),
  siblingVersion(storageVersionMigrationKind, {
    version: 'v1alpha1',
    type: AlphaStorageVersionMigration,
    convert: migrationConversion,
    lifecycle: { removed: 35 },
  }),
];
