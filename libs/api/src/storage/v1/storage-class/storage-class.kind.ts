import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { storageClassStrategy } from './storage-class.strategy.js';
import { StorageClass } from './storage-class.types.js';

/** The annotation's domain is the vocabulary's, its form is the same in all. */
const isDefault = (annotations: Readonly<Record<string, string>> = {}): boolean =>
  Object.entries(annotations).some(
    ([key, value]) => key.startsWith('storageclass.') && key.endsWith('/is-default-class') && value === 'true',
  );

export const storageClassKind: KindDeclaration = {
  type: StorageClass,
  group: 'storage',
  version: 'v1',
  kind: 'StorageClass',
  resource: 'storageclasses',
  singular: 'storageclass',
  shortNames: ['sc'],
  namespaced: false,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'object',
  columns: [
    column<StorageClass>(
      {
        name: NAME_COLUMN.name,
        type: 'string',
        format: 'name',
        description: NAME_COLUMN.description,
      },
      ({ metadata }) => `${metadata.name ?? ''}${isDefault(metadata.annotations) ? ' (default)' : ''}`,
    ),
    column<StorageClass>(
      { name: 'Provisioner', type: 'string', description: 'provisioner indicates the type of the provisioner.' },
      (storageClass) => storageClass.provisioner ?? '',
    ),
    column<StorageClass>(
      {
        name: 'ReclaimPolicy',
        type: 'string',
        description: 'Reclaim policy of its volumes when their claim is deleted.',
      },
      (storageClass) => storageClass.reclaimPolicy ?? '',
    ),
    column<StorageClass>(
      { name: 'VolumeBindingMode', type: 'string', description: 'When a claim is bound to a volume.' },
      (storageClass) => storageClass.volumeBindingMode ?? '',
    ),
    column<StorageClass>(
      {
        name: 'AllowVolumeExpansion',
        type: 'string',
        description: 'allowVolumeExpansion shows whether the storage class allow volume expand.',
      },
      (storageClass) => storageClass.allowVolumeExpansion ?? false,
    ),
    AGE_COLUMN,
  ],
  strategy: storageClassStrategy,
};
