import { takeStatus } from '../../../definition/status-subresource.js';
import type { StrategyContext } from '../../../definition/strategy.js';
import type { PersistentVolume } from './persistent-volume.types.js';

const GATE = 'PersistentVolumeLastPhaseTransitionTime';

/** The status of a new volume. */
export const initialStatus = ({ features, now }: StrategyContext): PersistentVolume['status'] => ({
  phase: 'Pending',
  ...(features.enabled(GATE) ? { lastPhaseTransitionTime: now } : {}),
});

/** A status write: the time of the last phase change is set when the phase changes, unless the writer sets it. */
export function takePhase(
  sent: PersistentVolume,
  old: PersistentVolume,
  { features, now }: StrategyContext,
): PersistentVolume {
  const volume = takeStatus(sent, old);
  if (!features.enabled(GATE)) return volume;
  const time = volume.status?.lastPhaseTransitionTime;
  const before = old.status?.lastPhaseTransitionTime;
  if (volume.status?.phase !== old.status?.phase)
    return time === undefined || time === before ? withTime(volume, now) : volume;
  return time === undefined && before !== undefined ? withTime(volume, before) : volume;
}

const withTime = (volume: PersistentVolume, lastPhaseTransitionTime: string): PersistentVolume => ({
  ...volume,
  status: { ...volume.status, lastPhaseTransitionTime },
});
