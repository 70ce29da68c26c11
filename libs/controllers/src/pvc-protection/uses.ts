import { keyOf, keyText, type Lister, type ResourceClient } from '@orch/client';
import { CLAIM_BY_VOLUME, claimOf } from '../shared/volume-indexes.js';
import { isClaimInUse, isVolumeInUse } from './plan.js';
import type { Use } from './protection-reconciler.js';
import { type PersistentVolume, type PersistentVolumeClaim, type Pod } from './volume-objects.js';

/** Index of pods by the claims they use. */
export const POD_BY_CLAIM = 'claim';

/** Pods use claims in their namespace. */
export const usedByPods = (pods: Lister<Pod>, client: ResourceClient<Pod>): Use<PersistentVolumeClaim, Pod> => ({
  isInUse: isClaimInUse,
  cached: (claim) => pods.byIndex(POD_BY_CLAIM, keyText(keyOf(claim))),
  live: (claim, signal) => client.namespace(claim.metadata.namespace ?? '').listAll({ signal }),
});

/** Claims of any namespace use volumes: those with its `volumeName`, and that of its `claimRef`. */
export const usedByClaims = (
  claims: Lister<PersistentVolumeClaim>,
  client: ResourceClient<PersistentVolumeClaim>,
): Use<PersistentVolume, PersistentVolumeClaim> => ({
  isInUse: isVolumeInUse,
  cached: (volume) => {
    const key = claimOf(volume);
    const named = key && claims.get(key);
    const naming = claims.byIndex(CLAIM_BY_VOLUME, volume.metadata.name ?? '');
    return named ? [named, ...naming] : naming;
  },
  live: (_volume, signal) => client.listAll({ signal }),
});
