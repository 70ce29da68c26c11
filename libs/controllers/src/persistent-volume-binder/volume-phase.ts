import type { Claim, Volume } from './volume-objects.js';

/** What `status` of a volume says. An empty message is none. */
export interface VolumePhase {
  readonly phase: string;
  readonly message: string;
}

const at = (phase: string, message = ''): VolumePhase => ({ phase, message });

/**
 * Where a volume is in its life (C-185, C-243): for nobody, or for a claim that is not there yet, it is available; its claim
 * binds it; when that goes it is released, and stays so with its data. What `Delete` asks for is done by the driver of a
 * volume; where there is none it fails, and says so.
 * @param claim the one it is for, if it is there.
 */
export function phaseOf({ spec = {} }: Volume, claim: Claim | undefined): VolumePhase {
  const { claimRef, persistentVolumeReclaimPolicy: policy, csi } = spec;
  if (!claimRef?.name || !claimRef.uid) return at('Available');
  if (claim?.metadata.uid === claimRef.uid) return at('Bound');
  if (policy === 'Delete' && !csi) return at('Failed', 'no driver is there that deletes volumes of this source');
  if (policy === 'Recycle') return at('Failed', 'nothing here recycles volumes: delete it, and make it again');
  return at('Released');
}
