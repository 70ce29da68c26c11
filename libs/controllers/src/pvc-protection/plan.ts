import type { HasMetadata } from '@orch/client';
import { claimOf } from '../shared/volume-indexes.js';
import { claimsOfPod, type PersistentVolume, type PersistentVolumeClaim, type Pod } from './volume-objects.js';

/** Whether the object is being deleted and has `finalizer`. */
export const isHeld = (object: HasMetadata, finalizer: string): boolean =>
  object.metadata.deletionTimestamp !== undefined && (object.metadata.finalizers ?? []).includes(finalizer);

/**
 * Whether a pod uses the claim. Terminated pods do not, pods that are not scheduled do: they may still start.
 * Source: A-499.
 */
export const isClaimInUse = (claim: PersistentVolumeClaim, pods: readonly Pod[]): boolean =>
  pods.some((pod) => !hasEnded(pod) && usesClaim(pod, claim));

export const hasEnded = (pod: Pod): boolean => pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';

const usesClaim = (pod: Pod, claim: PersistentVolumeClaim): boolean =>
  pod.metadata.namespace === claim.metadata.namespace &&
  claimsOfPod(pod).some((key) => key.name === claim.metadata.name);

/**
 * Whether an existing claim uses the volume: the claim of its `claimRef`, or without one a claim with this `volumeName`: any user of a namespace may name the volume of
 * another claim. A volume in phase Bound without a `claimRef` is in use too. Source: A-500.
 * @param claims at least those claims: the one under the volume's `claimRef`, and those with this `volumeName`.
 */
export function isVolumeInUse(volume: PersistentVolume, claims: readonly PersistentVolumeClaim[]): boolean {
  const key = claimOf(volume);
  if (!key) {
    return volume.status?.phase === 'Bound' || claims.some(({ spec }) => spec?.volumeName === volume.metadata.name);
  }
  const uid = volume.spec?.claimRef?.uid;
  return claims.some(({ metadata }) => {
    const isNamed = key.name === metadata.name && key.namespace === (metadata.namespace ?? '');
    return isNamed && (uid === undefined || uid === '' || uid === metadata.uid);
  });
}
