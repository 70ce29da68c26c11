import { keyText, type InformerOptions } from '@orch/client';
import { CLAIM_BY_VOLUME, POD_BY_CLAIM } from './uses.js';
import {
  claimOfVolume,
  claimsOfPod,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Pod,
} from './volume-objects.js';

/** Index of volumes by the claim of their `claimRef`. */
export const VOLUME_BY_CLAIM = 'claim';

export const podOptions: InformerOptions<Pod> = {
  indexes: { [POD_BY_CLAIM]: (pod) => claimsOfPod(pod).map(keyText) },
};
export const claimOptions: InformerOptions<PersistentVolumeClaim> = {
  indexes: { [CLAIM_BY_VOLUME]: (claim) => (claim.spec?.volumeName ? [claim.spec.volumeName] : []) },
};
export const volumeOptions: InformerOptions<PersistentVolume> = {
  indexes: { [VOLUME_BY_CLAIM]: (volume) => [claimOfVolume(volume)].flatMap((key) => (key ? [keyText(key)] : [])) },
};
