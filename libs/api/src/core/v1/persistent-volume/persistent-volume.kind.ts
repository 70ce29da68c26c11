import { AGE_COLUMN, column, NAME_COLUMN, WIDE } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { shortAccessModes } from '../volume/access-modes.js';
import { persistentVolumeStatus, persistentVolumeStrategy } from './persistent-volume.strategy.js';
import { PersistentVolume } from './persistent-volume.types.js';

const text = (name: string, description: string, value: (volume: PersistentVolume) => string) =>
  column<PersistentVolume>({ name, type: 'string', description }, value);

export const persistentVolumeKind: KindDeclaration = {
  type: PersistentVolume,
  group: 'core',
  version: 'v1',
  kind: 'PersistentVolume',
  resource: 'persistentvolumes',
  singular: 'persistentvolume',
  shortNames: ['pv'],
  namespaced: false,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'object',
  columns: [
    NAME_COLUMN,
    text('Capacity', 'Size of the volume.', ({ spec }) => spec?.capacity?.['storage'] ?? ''),
    text('Access Modes', 'Access modes of the volume.', ({ spec }) => shortAccessModes(spec?.accessModes)),
    text(
      'Reclaim Policy',
      'Reclaim policy of the volume when its claim is deleted.',
      ({ spec }) => spec?.persistentVolumeReclaimPolicy ?? '',
    ),
    text('Status', 'Phase of the volume.', ({ metadata, status }) =>
      metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? ''),
    ),
    text('Claim', 'Claim it is bound to.', ({ spec }) =>
      spec?.claimRef ? `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}` : '',
    ),
    text('StorageClass', 'StorageClass of the pv', ({ spec }) => spec?.storageClassName ?? ''),
    column<PersistentVolume>(
      {
        name: 'VolumeAttributesClass',
        type: 'string',
        description: 'VolumeAttributesClass of the pv',
        sinceMinor: 29,
        servedWith: ({ columnsOfStorage }) => columnsOfStorage === 'reference',
      },
      ({ spec }) => spec?.volumeAttributesClassName ?? '<unset>',
    ),
    text('Reason', 'Reason of the phase.', ({ status }) => status?.reason ?? ''),
    AGE_COLUMN,
    column<PersistentVolume>(
      { name: 'VolumeMode', type: 'string', priority: WIDE, description: 'Filesystem or raw block device.' },
      ({ spec }) => spec?.volumeMode ?? '<unset>',
    ),
  ],
  strategy: persistentVolumeStrategy,
  subresources: { status: persistentVolumeStatus },
};
