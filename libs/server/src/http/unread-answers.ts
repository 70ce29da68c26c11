import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  abortResponse,
  destroyIfReset,
  flowOfRequester,
  headerMemory,
  inTurns,
  isUnread,
  OWN_FLOW,
  SeatlessRequests,
  unreadLength,
  type Pause,
  type SeatlessRequest,
  type ServerRequest,
} from '@orch/http';
import { heapLimitBytes, processMemoryBytes } from '@orch/process';
import { checkEvery } from './check-every.js';

/** Interval of the checks: a client that reads empties its buffers more often. */
const CHECK_MS = 1_000;
/** Aborted in one turn of the event loop: Node closes their streams after that, which takes longer. */
const ABORTS_PER_TURN = 64;
/** Share of the memory of the process, and of its heap. */
const MEMORY_SHARE = 1 / 4;

/**
 * Checks requests in flight periodically, instead of one timer each. An answer that is unread at two checks in a row
 * releases its seat, so that clients that do not read do not block others, and counts for the memory of all such requests: a client may have thousands of small ones. After its
 * time limit it is aborted, because its bytes would stay in memory as long as the client wants.
 */
export class UnreadAnswers {
  /** At the last check, with what they hold if they were at the one before. */
  private unread: ReadonlyMap<ServerRequest, SeatlessRequest | undefined> = new Map();
  private readonly memory: SeatlessRequests;
  /** In this turn. */
  private aborts = 0;

  /**
   * @param limitMs from the start of a request to the end of its answer; watches and other long-running requests have
   * no limit.
   * @param limitBytes of all requests with unread answers. Default: a quarter of the memory.
   */
  constructor(
    private readonly limitMs: number,
    limitBytes = Math.min(processMemoryBytes(), heapLimitBytes()) * MEMORY_SHARE,
  ) {
    this.memory = new SeatlessRequests(limitBytes);
  }

  /** @param underWay requests with unread answers. @param stop ends the checks. */
  begin(underWay: () => Iterable<ServerRequest>, stop: AbortSignal): void {
    const end = checkEvery(CHECK_MS, () => inTurns(this.check([...underWay()], performance.now()), { flow: OWN_FLOW }));
    stop.addEventListener('abort', end, { once: true });
  }

  /** A step for each request: there may be tens of thousands. @param nowMs on the clock of requests. */
  *check(underWay: readonly ServerRequest[], nowMs: number): Generator<Pause, void> {
    const unread = new Map<ServerRequest, SeatlessRequest | undefined>();
    for (const request of underWay) {
      const { reply } = request;
      if (!isUnread(reply)) continue;
      const wasUnread = this.unread.has(request);
      unread.set(request, wasUnread ? (this.unread.get(request) ?? this.hold(request)) : undefined);
      if (wasUnread) {
        request.seat?.release();
        destroyIfReset(reply);
      }
      if (reply.writableEnded && !request.isLongRunning && nowMs - request.startedMs > this.limitMs) this.abort(reply);
      yield this.aborts < ABORTS_PER_TURN ? undefined : this.nextTurn();
    }
    for (const [request, held] of this.unread) if (!unread.has(request)) held?.end();
    this.unread = unread;
  }

  private hold(request: ServerRequest): SeatlessRequest {
    const { raw, reply } = request;
    const bytes = headerMemory(raw.rawHeaders) + unreadLength(reply);
    return this.memory.begin(flowOfRequester(request), bytes, () => this.abort(reply));
  }

  private abort(reply: ServerResponse): void {
    this.aborts++;
    abortResponse(reply);
  }

  private nextTurn(): Promise<void> {
    this.aborts = 0;
    return nextTurn();
  }
}
