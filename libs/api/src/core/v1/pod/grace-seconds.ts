import type { ApiObject } from '@orch/apimachinery';
import type { Pod } from './pod.types.js';

const DEFAULT_SECONDS = 30;

/**
 * A pod on a node is given the time its spec or the delete says, a negative time counting as 1; one that is on no node,
 * or has ended, goes at once (C-229).
 */
export function podGraceSeconds(object: ApiObject, asked: number | undefined): number {
  const { spec, status } = object as Pod;
  if (!spec?.nodeName || status?.phase === 'Succeeded' || status?.phase === 'Failed') return 0;
  const seconds = asked ?? spec.terminationGracePeriodSeconds ?? DEFAULT_SECONDS;
  return seconds < 0 ? 1 : seconds;
}
