import { keyOf, keyText, type Lister, type ResourceClient } from '@orch/client';
import { isClaimInUse, isVolumeInUse } from './plan.js';
import type { Use } from './protection-reconciler.js';
import { claimOfVolume, type PersistentVolume, type PersistentVolumeClaim, type Pod } from './volume-objects.js';

/** Index of pods by the claims they use. */
export const POD_BY_CLAIM = 'claim';
/** Index of claims by the volume they name. */
export const CLAIM_BY_VOLUME = 'volume';

/** Pods use claims of their namespace. */
export const usedByPods = (pods: Lister<Pod>, client: ResourceClient<Pod>): Use<PersistentVolumeClaim, Pod> => ({
  isInUse: isClaimInUse,
  cached: (claim) => pods.byIndex(POD_BY_CLAIM, keyText(keyOf(claim))),
  standing: (claim, signal) => client.namespace(claim.metadata.namespace ?? '').listAll({ signal }),
});

/** Claims of any namespace use volumes: those that name one, and the one it names. */
export const usedByClaims = (
  claims: Lister<PersistentVolumeClaim>,
  client: ResourceClient<PersistentVolumeClaim>,
): Use<PersistentVolume, PersistentVolumeClaim> => ({
  isInUse: isVolumeInUse,
  cached: (volume) => {
    const key = claimOfVolume(volume);
    const named = key && claims.get(key);
    const naming = claims.byIndex(CLAIM_BY_VOLUME, volume.metadata.name ?? '');
    return named ? [named, ...naming] : naming;
  },
  standing: (_volume, signal) => client.listAll({ signal }),
});
