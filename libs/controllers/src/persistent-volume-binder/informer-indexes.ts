import { MAX_SUBDOMAIN_LENGTH } from '@orch/apimachinery';
import { keyText, type InformerOptions } from '@orch/client';
import { claimIndexes, volumeIndexes } from '../shared/volume-indexes.js';
import type { Claim, Volume } from '../shared/volume-objects.js';
import { ephemeralClaimKeys, type Pod } from './ephemeral-claims.js';

/** Index of claims without a volume, by their class; the empty name for those without one. */
export const UNBOUND_BY_CLASS = 'unboundOfClass';
/** Index of pods by the claims of their ephemeral volumes, as `keyText`. */
export const POD_BY_EPHEMERAL_CLAIM = 'ephemeralClaim';

export const claimOptions: InformerOptions<Claim> = {
  indexes: {
    ...claimIndexes,
    [UNBOUND_BY_CLASS]: ({ spec: { volumeName, storageClassName = '' } = {} }) =>
      volumeName || storageClassName.length > MAX_SUBDOMAIN_LENGTH ? [] : [storageClassName],
  },
};
export const volumeOptions: InformerOptions<Volume> = { indexes: volumeIndexes };
export const podOptions: InformerOptions<Pod> = {
  indexes: { [POD_BY_EPHEMERAL_CLAIM]: (pod) => ephemeralClaimKeys(pod).map(keyText) },
};
