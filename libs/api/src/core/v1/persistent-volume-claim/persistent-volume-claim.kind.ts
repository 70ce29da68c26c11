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
      { name: 'Status', type: 'string', description: 'Pending, Bound, Lost, or Terminating once deleted.' },
      (claim) => (claim.metadata.deletionTimestamp ? 'Terminating' : (claim.status?.phase ?? '')),
    ),
    column<PersistentVolumeClaim>(
      { name: 'Volume', type: 'string', description: 'Volume the claim is bound to.' },
      (claim) => claim.spec?.volumeName ?? '',
    ),
    column<PersistentVolumeClaim>(
      { name: 'Capacity', type: 'string', description: 'Size of the bound volume.' },
      (claim) => (claim.spec?.volumeName ? (claim.status?.capacity?.['storage'] ?? '') : ''),
    ),
    column<PersistentVolumeClaim>(
      { name: 'Access Modes', type: 'string', description: 'Access modes of the bound volume.' },
      (claim) => (claim.spec?.volumeName ? shortAccessModes(claim.status?.accessModes) : ''),
    ),
    column<PersistentVolumeClaim>(
      { name: 'StorageClass', type: 'string', description: 'Class that is asked for.' },
      (claim) => claim.spec?.storageClassName ?? '',
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
