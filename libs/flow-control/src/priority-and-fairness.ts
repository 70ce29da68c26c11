import { ApiError } from '@orch/apimachinery';
import type { ActiveSchema } from './active-schema.js';
import type { FlowControl } from './flow-control.js';
import type { Refusal } from './priority-level.js';
import { untilAuthorized } from './until-authorized.js';
import { waitForSeat } from './wait-for-seat.js';
import { untilTaken } from './until-taken.js';
import { refuseOverload, type ServerRequest, type Filter, isReplyClosed } from '@orch/http';
import { type InFlightCounts, isRead } from './limit-in-flight.js';

/** Dependencies of the filter. */
export interface Fairness {
  readonly flows: FlowControl;
  /** Longest wait for a seat. Unit: milliseconds. */
  readonly waitLimitMs: number;
  /** Counts of executing requests, for metrics. */
  readonly counts: InFlightCounts;
}

/**
 * Takes a seat of the priority level for each request, at once if one is free, and sets the schema and level headers
 * (D-224, D-225). Otherwise the request waits in the queue of its flow, and is rejected with 429 when the queue is full
 * or it waited too long (D-213). A large answer keeps the seat while the client reads it. A watch has a seat until it
 * has started, other long-running requests until they are authorized (D-223).
 */
export const priorityAndFairness =
  ({ flows, waitLimitMs, counts }: Fairness): Filter =>
  (next) => {
    const inTurn = async (request: ServerRequest, schema: ActiveSchema): Promise<void> => {
      const ticket = await waitForSeat(request, schema, waitLimitMs);
      if (typeof ticket === 'string') return refuse(request, schema, ticket);
      const startedMs = performance.now();
      const kind = begin(request, schema, counts);
      const leave = (): void => {
        end(schema, kind, counts);
        schema.level.leaveQueue(ticket, performance.now() - startedMs);
      };
      if (isConnection(request)) return untilAuthorized(next, request, leave);
      request.freeSeat = leave;
      return untilTaken(next, request);
    };
    // HOT PATH (bench: get): a free seat costs a few counters, and no promise.
    return (request) => {
      const schema = flows.classify(request.user, request.info);
      const { level } = schema;
      const endsWithClient = isConnection(request);
      if (!endsWithClient) request.answerHeaders = schema.headers;
      if (!level.tryTake()) return inTurn(request, schema);
      const kind = begin(request, schema, counts);
      const leave = (): void => {
        end(schema, kind, counts);
        level.leave();
      };
      if (endsWithClient) return untilAuthorized(next, request, leave);
      request.freeSeat = leave;
      return untilTaken(next, request);
    };
  };

/** It lasts as long as its client wants. */
const isConnection = (request: ServerRequest): boolean => request.isLongRunning && request.info.verb !== 'watch';

/** @throws ApiError ServiceUnavailable when the request was aborted and its client is still connected. */
function refuse(request: ServerRequest, { counts }: ActiveSchema, why: Refusal): void {
  counts.rejected[why]++;
  if (why !== 'cancelled') refuseOverload(request);
  else if (!isReplyClosed(request.reply)) {
    throw ApiError.serviceUnavailable('the request was ended while it waited, please try again later', 1);
  }
}

type Kind = keyof InFlightCounts['inFlight'] | undefined;

function begin(request: ServerRequest, { counts }: ActiveSchema, { inFlight }: InFlightCounts): Kind {
  counts.dispatched++;
  counts.executing++;
  if (request.isLongRunning) return undefined;
  const kind = isRead(request.info.verb) ? 'readOnly' : 'mutating';
  inFlight[kind]++;
  return kind;
}

function end({ counts }: ActiveSchema, kind: Kind, { inFlight }: InFlightCounts): void {
  counts.executing--;
  if (kind) inFlight[kind]--;
}
