import { writeText } from '../http/write-answer.js';
import type { Filter } from './filter.js';

const RETRY_AFTER_SECONDS = 1;
const ADMINISTRATORS = 'system:masters';

/** How many requests may be under way at once; zero is no limit (D-222). */
export interface InFlightLimits {
  readonly readOnly: number;
  readonly mutating: number;
  /** Where the counts are kept; metrics read them. */
  readonly counts: InFlightCounts;
}

/** Requests under way now, and how many were refused so far. Only this filter changes them. */
export interface InFlightCounts {
  readonly inFlight: { readOnly: number; mutating: number };
  rejected: number;
}

/**
 * Bounds concurrency: reads and writes apart, watches do not count (D-223), administrators are never refused. Answers 429
 * in plain text with `Retry-After` (D-213).
 */
export const limitInFlight = (limits: InFlightLimits): Filter => {
  const { counts } = limits;
  const { inFlight } = counts;
  return (next) => (request) => {
    if (request.isLongRunning) return next(request);
    const kind = isRead(request.info.verb) ? 'readOnly' : 'mutating';
    const limit = limits[kind];
    if (limit > 0 && inFlight[kind] >= limit && !request.user.groups.includes(ADMINISTRATORS)) {
      counts.rejected++;
      writeText(request, 429, 'Too many requests, please try again later.\n', { 'Retry-After': RETRY_AFTER_SECONDS });
      return;
    }
    inFlight[kind]++;
    let result: void | Promise<void>;
    try {
      result = next(request);
    } catch (error) {
      inFlight[kind]--;
      throw error;
    }
    if (!(result instanceof Promise)) {
      inFlight[kind]--;
      return;
    }
    return result.finally(() => inFlight[kind]--);
  };
};

const isRead = (verb: string): boolean => verb === 'get' || verb === 'list' || verb === 'head';
