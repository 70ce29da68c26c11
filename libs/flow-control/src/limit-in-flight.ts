import { untilAuthorized } from './until-authorized.js';
import { releaseWhenTaken } from './when-taken.js';
import { refuseOverload, isHealthPath, type ServerRequest, type Filter } from '@orch/http';

const ADMINISTRATORS = 'system:masters';

/** How many requests may be under way at once; zero is no limit (D-222). */
export interface InFlightLimits {
  readonly readOnly: number;
  readonly mutating: number;
  /** Where the counts are kept; metrics read them. */
  readonly counts: InFlightCounts;
}

/** Requests under way now, and how many were refused so far. Only the filter that limits them changes them. */
export interface InFlightCounts {
  readonly inFlight: { readOnly: number; mutating: number };
  rejected: number;
}

/**
 * Bounds concurrency where priority and fairness is off: reads and writes apart, long-running requests count until they are authorized
 * (D-223), administrators and questions for health are never refused. Answers 429 in plain text with `Retry-After` (D-213).
 */
export const limitInFlight = (limits: InFlightLimits): Filter => {
  const { counts } = limits;
  const { inFlight } = counts;
  return (next) => (request) => {
    const { verb } = request.info;
    const kind = isRead(verb) || verb === 'watch' ? 'readOnly' : 'mutating';
    const limit = limits[kind];
    if (limit > 0 && inFlight[kind] >= limit && !mayAlways(request)) {
      counts.rejected++;
      refuseOverload(request);
      return;
    }
    inFlight[kind]++;
    if (request.isLongRunning) return untilAuthorized(next, request, () => void inFlight[kind]--);
    request.freeSeat = () => void inFlight[kind]--;
    let result: void | Promise<void>;
    try {
      result = next(request);
    } catch (error) {
      request.releaseSeat();
      throw error;
    }
    if (result instanceof Promise) return result.finally(() => releaseWhenTaken(request));
    releaseWhenTaken(request);
  };
};

const mayAlways = ({ user, info }: ServerRequest): boolean =>
  user.groups.includes(ADMINISTRATORS) || (!info.isResource && isHealthPath(info.path));

/** Whether requests of the verb count among those that change nothing. */
export const isRead = (verb: string): boolean => verb === 'get' || verb === 'list' || verb === 'head';
