import type { Vocabulary } from '@orch/vocabulary';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { persistentVolumeWarnings } from './persistent-volume-warnings.js';
import type { PersistentVolume } from './persistent-volume.types.js';
import { initialStatus, takePhase } from './phase-time.js';
import { validateVolume, validateVolumeUpdate } from './persistent-volume.validation.js';

/** A-325..A-337, C-181..C-186. */
export const persistentVolumeStrategy = (vocabulary: Vocabulary): Strategy<PersistentVolume> => ({
  prepareForCreate: (volume, context) => ({ ...volume, status: initialStatus(context) }),
  validateCreate: (volume) => validateVolume(volume, vocabulary),
  validateUpdate: (volume, old) => {
    const errors = validateVolume(volume, vocabulary);
    // Twice, as in kube-apiserver, which validates it as a new and as a changed one.
    return [...errors, ...errors, ...validateVolumeUpdate(volume, old)];
  },
  warnings: (volume) => persistentVolumeWarnings(volume, vocabulary),
});

export const persistentVolumeStatus = (): SubresourceStrategy<PersistentVolume> =>
  statusSubresource({ prepareForUpdate: takePhase });
