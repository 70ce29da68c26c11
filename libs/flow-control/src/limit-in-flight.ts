import { ApiError } from '@orch/apimachinery';
import { ADMINISTRATORS, refuseOverload, isHealthPath, type Seat, type ServerRequest, type Filter } from '@orch/http';
import { untilAuthorized } from './until-authorized.js';
import { untilTaken } from './until-taken.js';

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
export const limitInFlight =
  (limits: InFlightLimits): Filter =>
  (next) =>
  (request) => {
    const { verb } = request.info;
    const kind = isRead(verb) || verb === 'watch' ? 'readOnly' : 'mutating';
    const seat = new InFlightSeat(limits, kind, isExempt(request));
    if (!seat.tryTake()) return refuseOverload(request);
    if (request.isLongRunning) return untilAuthorized(next, request, seat);
    request.seat = seat;
    return untilTaken(next, request);
  };

/** A place below an in-flight limit. Not taken at first. */
class InFlightSeat implements Seat {
  private isTaken = false;

  constructor(
    private readonly limits: InFlightLimits,
    private readonly kind: keyof InFlightCounts['inFlight'],
    private readonly isExempt: boolean,
  ) {}

  tryTake(): boolean {
    const { limits, kind, isExempt } = this;
    const { counts } = limits;
    if (limits[kind] > 0 && counts.inFlight[kind] >= limits[kind] && !isExempt) {
      counts.rejected++;
      return false;
    }
    counts.inFlight[kind]++;
    this.isTaken = true;
    return true;
  }

  retake(): void {
    if (!this.tryTake()) throw noSeat();
  }

  release(): void {
    if (!this.isTaken) return;
    this.isTaken = false;
    this.limits.counts.inFlight[this.kind]--;
  }
}

const isExempt = ({ user, info }: ServerRequest): boolean =>
  user.groups.includes(ADMINISTRATORS) || (!info.isResource && isHealthPath(info.path));

/** The error of a request that got no seat again, after its body came. */
export const noSeat = (): ApiError => ApiError.tooManyRequests('too many requests, please try again later', 1);

/** Whether the verb is read-only. */
export const isRead = (verb: string): boolean => verb === 'get' || verb === 'list' || verb === 'head';
