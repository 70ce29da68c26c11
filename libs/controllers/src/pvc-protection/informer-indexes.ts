import { keyText, type InformerOptions } from '@orch/client';
import { claimIndexes, volumeIndexes } from '../shared/volume-indexes.js';
import { POD_BY_CLAIM } from './uses.js';
import { claimsOfPod, type PersistentVolume, type PersistentVolumeClaim, type Pod } from './volume-objects.js';

export const podOptions: InformerOptions<Pod> = {
  indexes: { [POD_BY_CLAIM]: (pod) => claimsOfPod(pod).map(keyText) },
};
export const claimOptions: InformerOptions<PersistentVolumeClaim> = { indexes: claimIndexes };
export const volumeOptions: InformerOptions<PersistentVolume> = { indexes: volumeIndexes };
