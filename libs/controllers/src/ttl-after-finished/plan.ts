import { parseTimeMs } from '@orch/apimachinery';
import type { Job, JobCondition } from './job.js';

/**
 * When a finished Job expires, milliseconds since 1970. Undefined for a Job that is not finished, has no time to live, is being
 * deleted already, or does not say when it finished.
 */
export function expiryTime({ metadata, spec, status }: Job): number | undefined {
  const seconds = spec?.ttlSecondsAfterFinished;
  if (seconds === undefined || metadata.deletionTimestamp !== undefined) return undefined;
  const finishedMs = parseTimeMs(status?.conditions?.find(isEnd)?.lastTransitionTime ?? '');
  return finishedMs === undefined ? undefined : finishedMs + seconds * 1_000;
}

const isEnd = ({ type, status }: JobCondition): boolean =>
  (type === 'Complete' || type === 'Failed') && status === 'True';
