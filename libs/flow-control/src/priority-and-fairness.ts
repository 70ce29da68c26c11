import { ApiError } from '@orch/apimachinery';
import { refuseOverload, type ServerRequest, type Filter, isReplyClosed } from '@orch/http';
import type { FlowControl } from './flow-control.js';
import { LevelSeat, type SeatOptions } from './level-seat.js';
import type { Refusal } from './priority-level.js';
import { untilAuthorized } from './until-authorized.js';
import { untilTaken } from './until-taken.js';

/** Dependencies of the filter. */
export interface Fairness extends SeatOptions {
  readonly flows: FlowControl;
}

/**
 * Takes a seat of the priority level for each request, at once if one is free, and sets the schema and level headers
 * (D-224, D-225). Otherwise the request waits in the queue of its flow, and is rejected with 429 when the queue is full
 * or it waited too long (D-213). A request whose body has not arrived has no seat meanwhile; a large answer keeps it
 * while the client reads it. A watch has a seat until it has started, other long-running requests until they are
 * authorized (D-223).
 */
export const priorityAndFairness =
  ({ flows, ...options }: Fairness): Filter =>
  (next) => {
    const handle = (request: ServerRequest, seat: LevelSeat, endsWithClient: boolean): void | Promise<void> => {
      if (endsWithClient) return untilAuthorized(next, request, seat);
      request.seat = seat;
      return untilTaken(next, request);
    };
    const inTurn = async (request: ServerRequest, seat: LevelSeat, endsWithClient: boolean): Promise<void> => {
      const refusal = await seat.wait();
      return refusal ? refuse(request, refusal) : handle(request, seat, endsWithClient);
    };
    // HOT PATH (bench: get): a free seat costs a few counters, and no promise.
    return (request) => {
      const schema = flows.classify(request.user, request.info);
      const endsWithClient = isConnection(request);
      if (!endsWithClient) request.answerHeaders = schema.headers;
      const seat = new LevelSeat(request, schema, options);
      return seat.tryTake() ? handle(request, seat, endsWithClient) : inTurn(request, seat, endsWithClient);
    };
  };

/** It lasts as long as its client wants. */
const isConnection = (request: ServerRequest): boolean => request.isLongRunning && request.info.verb !== 'watch';

/** @throws ApiError ServiceUnavailable when the request was aborted and its client is still connected. */
function refuse(request: ServerRequest, why: Refusal): void {
  if (why !== 'cancelled') refuseOverload(request);
  else if (!isReplyClosed(request.reply)) {
    throw ApiError.serviceUnavailable('the request was ended while it waited, please try again later', 1);
  }
}
