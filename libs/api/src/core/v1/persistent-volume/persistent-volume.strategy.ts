import type { Vocabulary } from '@orch/vocabulary';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import type { PersistentVolume } from './persistent-volume.types.js';
import { validateVolume, validateVolumeUpdate } from './persistent-volume.validation.js';

/** A-325..A-337, C-181..C-186. */
export const persistentVolumeStrategy = (vocabulary: Vocabulary): Strategy<PersistentVolume> => ({
  prepareForCreate: (volume) => ({ ...volume, status: { phase: 'Pending' } }),
  validateCreate: (volume) => validateVolume(volume, vocabulary),
  validateUpdate: (volume, old) => [...validateVolume(volume, vocabulary), ...validateVolumeUpdate(volume, old)],
});

export const persistentVolumeStatus = (): SubresourceStrategy<PersistentVolume> => statusSubresource();
