import type { Vocabulary } from '@orch/vocabulary';
import type { Claim, Volume } from '../shared/volume-objects.js';

/** Whether the claim of the volume is bound to another volume. That is final, so that a stale cache does no harm. */
export function isBoundElsewhere({ metadata, spec }: Volume, claim: Claim | undefined): boolean {
  const name = claim?.spec?.volumeName;
  return Boolean(spec?.claimRef?.uid && name && claim?.metadata.uid === spec.claimRef.uid && name !== metadata.name);
}

/**
 * The volume without the claim. One that a user has reserved keeps namespace and name of the claim. Both as kube-controller-manager does it.
 */
export function released(volume: Volume, { annotations: { boundByController } }: Vocabulary): Volume {
  const { claimRef, ...spec } = volume.spec!;
  const { [boundByController]: byController, ...annotations } = volume.metadata.annotations ?? {};
  if (byController === undefined) {
    const { uid: _uid, ...reserved } = claimRef!;
    return { ...volume, spec: { ...spec, claimRef: reserved } };
  }
  return { ...volume, metadata: { ...volume.metadata, annotations }, spec };
}
