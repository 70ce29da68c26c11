import type { Vocabulary } from '@orch/vocabulary';
import type { Claim, Volume } from '../shared/volume-objects.js';

/** Phase and message of a volume's `status`. An empty message means none. */
export interface VolumePhase {
  readonly phase: string;
  readonly message: string;
}

const at = (phase: string, message = ''): VolumePhase => ({ phase, message });

/**
 * The phase of a volume (C-185, C-243): Available without a claim, or while its claim does not exist yet; Bound with its
 * claim; Released after the delete of the claim, with its data kept. Reclaim policy `Delete` is executed by the driver of the
 * volume; without a driver the volume is Failed, with a message.
 * A provisioner deletes what it has created.
 * @param claim the claim of its `claimRef`, if it exists.
 */
export function phaseOf(
  { metadata, spec = {} }: Volume,
  claim: Claim | undefined,
  { annotations: { provisionedBy } }: Vocabulary,
): VolumePhase {
  const { claimRef, persistentVolumeReclaimPolicy: policy, csi } = spec;
  if (!claimRef?.name || !claimRef.uid) return at('Available');
  if (claim?.metadata.uid === claimRef.uid) return at('Bound');
  if (policy === 'Delete' && !csi && !metadata.annotations?.[provisionedBy])
    return at('Failed', 'no driver is there that deletes volumes of this source');
  if (policy === 'Recycle') return at('Failed', 'nothing here recycles volumes: delete it, and make it again');
  return at('Released');
}
