import { abortResponse, destroyIfReset, isUnread, type ServerRequest } from '@orch/http';

/** Interval of the checks: a client that reads empties its buffers more often. */
const CHECK_MS = 1_000;

/**
 * Checks requests in flight periodically, instead of one timer each. An answer that is unread at two checks in a row
 * releases its seat, so that clients that do not read do not block others; after its time limit it is aborted, because
 * its bytes would stay in memory as long as the client wants.
 */
export class UnreadAnswers {
  private unread: ReadonlySet<ServerRequest> = new Set();

  /**
   * @param limitMs from the start of a request to the end of its answer; watches and other long-running requests have
   * no limit.
   */
  constructor(private readonly limitMs: number) {}

  /** @param underWay requests with unread answers. @param stop ends the checks. */
  begin(underWay: () => Iterable<ServerRequest>, stop: AbortSignal): void {
    const timer = setInterval(() => this.check(underWay(), performance.now()), CHECK_MS);
    timer.unref();
    stop.addEventListener('abort', () => clearInterval(timer), { once: true });
  }

  /** @param nowMs on the clock of requests. */
  check(underWay: Iterable<ServerRequest>, nowMs: number): void {
    const unread = new Set<ServerRequest>();
    for (const request of underWay) {
      const { reply } = request;
      if (!isUnread(reply)) continue;
      unread.add(request);
      if (this.unread.has(request)) {
        request.seat?.release();
        destroyIfReset(reply);
      }
      if (reply.writableEnded && !request.isLongRunning && nowMs - request.startedMs > this.limitMs)
        abortResponse(reply);
    }
    this.unread = unread;
  }
}
