import { untilAuthorized } from './until-authorized.js';
import { untilTaken } from './until-taken.js';
import { refuseOverload, isHealthPath, type ServerRequest, type Filter } from '@orch/http';

const ADMINISTRATORS = 'system:masters';

/** In-flight limits; 0 means no limit (D-222). */
export interface InFlightLimits {
  readonly readOnly: number;
  readonly mutating: number;
  /** Counts for metrics. */
  readonly counts: InFlightCounts;
}

/** Executing requests, and the number of rejected ones. Changed by the limiting filter only. */
export interface InFlightCounts {
  readonly inFlight: { readOnly: number; mutating: number };
  rejected: number;
}

/**
 * In-flight limits for servers without priority and fairness: separate for reads and writes; long-running requests
 * count until they are authorized (D-223); administrators and health checks are exempt. Answers 429 in plain text with
 * `Retry-After` (D-213).
 */
export const limitInFlight = (limits: InFlightLimits): Filter => {
  const { counts } = limits;
  const { inFlight } = counts;
  return (next) => (request) => {
    const { verb } = request.info;
    const kind = isRead(verb) || verb === 'watch' ? 'readOnly' : 'mutating';
    const limit = limits[kind];
    if (limit > 0 && inFlight[kind] >= limit && !isExempt(request)) {
      counts.rejected++;
      refuseOverload(request);
      return;
    }
    inFlight[kind]++;
    if (request.isLongRunning) return untilAuthorized(next, request, () => void inFlight[kind]--);
    request.freeSeat = () => void inFlight[kind]--;
    return untilTaken(next, request);
  };
};

const isExempt = ({ user, info }: ServerRequest): boolean =>
  user.groups.includes(ADMINISTRATORS) || (!info.isResource && isHealthPath(info.path));

/** Whether the verb is read-only. */
export const isRead = (verb: string): boolean => verb === 'get' || verb === 'list' || verb === 'head';
