import { AGE_COLUMN, column, NAME_COLUMN, WIDE } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { shortAccessModes } from '../volume/access-modes.js';
import { persistentVolumeClaimStatus, persistentVolumeClaimStrategy } from './persistent-volume-claim.strategy.js';
import { PersistentVolumeClaim } from './persistent-volume-claim.types.js';

export const persistentVolumeClaimKind: KindDeclaration = {
  type: PersistentVolumeClaim,
  group: 'core',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  resource: 'persistentvolumeclaims',
  singular: 'persistentvolumeclaim',
  shortNames: ['pvc'],
  namespaced: true,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'object',
  columns: [
    NAME_COLUMN,
    column<PersistentVolumeClaim>(
      { name: 'Status', type: 'string', description: 'phase represents the current phase of PersistentVolumeClaim.' },
      (claim) => (claim.metadata.deletionTimestamp ? 'Terminating' : (claim.status?.phase ?? '')),
    ),
    column<PersistentVolumeClaim>(
      {
        name: 'Volume',
        type: 'string',
        description: 'volumeName is the binding reference to the PersistentVolume backing this claim.',
      },
      (claim) => claim.spec?.volumeName ?? '',
    ),
    column<PersistentVolumeClaim>(
      {
        name: 'Capacity',
        type: 'string',
        description: 'capacity represents the actual resources of the underlying volume.',
      },
      (claim) => (claim.spec?.volumeName ? (claim.status?.capacity?.['storage'] ?? '0') : ''),
    ),
    column<PersistentVolumeClaim>(
      { name: 'Access Modes', type: 'string', description: 'Access modes of the bound volume.' },
      (claim) => (claim.spec?.volumeName ? shortAccessModes(claim.status?.accessModes) : ''),
    ),
    column<PersistentVolumeClaim>(
      { name: 'StorageClass', type: 'string', description: 'StorageClass of the pvc' },
      (claim) => claim.spec?.storageClassName ?? '',
    ),
    column<PersistentVolumeClaim>(
      {
        name: 'VolumeAttributesClass',
        type: 'string',
        description: 'VolumeAttributesClass of the pvc',
        sinceMinor: 29,
      },
      (claim) => claim.spec?.volumeAttributesClassName ?? '<unset>',
    ),
    AGE_COLUMN,
    column<PersistentVolumeClaim>(
      { name: 'VolumeMode', type: 'string', priority: WIDE, description: 'Filesystem or raw block device.' },
      (claim) => claim.spec?.volumeMode ?? '<unset>',
    ),
  ],
  strategy: persistentVolumeClaimStrategy,
  subresources: { status: persistentVolumeClaimStatus },
};
