import { abortResponse, destroyIfReset, isUnread, type ServerRequest } from '@orch/http';

/** How often answers are looked at: a client that reads empties its buffers more often. */
const LOOK_MS = 1_000;

/**
 * Looks at requests under way now and then, so that none of them needs a timer. An answer that waits for its client at two looks in a
 * row gives back its seat, so that clients that do not read take no place of those that do; when its time is up it is aborted, since its
 * bytes would wait in memory for as long as the client wants.
 */
export class UnreadAnswers {
  private unread: ReadonlySet<ServerRequest> = new Set();

  /** @param limitMs from the beginning of a request to the end of its answer; watches and other long-running requests have none. */
  constructor(private readonly limitMs: number) {}

  /** @param underWay requests whose answer has not been taken. @param stop ends the looks. */
  begin(underWay: () => Iterable<ServerRequest>, stop: AbortSignal): void {
    const looking = setInterval(() => this.look(underWay(), performance.now()), LOOK_MS);
    looking.unref();
    stop.addEventListener('abort', () => clearInterval(looking), { once: true });
  }

  /** @param nowMs on the clock of requests. */
  look(underWay: Iterable<ServerRequest>, nowMs: number): void {
    const unread = new Set<ServerRequest>();
    for (const request of underWay) {
      const { reply } = request;
      if (!isUnread(reply)) continue;
      unread.add(request);
      if (this.unread.has(request)) {
        request.releaseSeat();
        destroyIfReset(reply);
      }
      if (reply.writableEnded && !request.isLongRunning && nowMs - request.startedMs > this.limitMs)
        abortResponse(reply);
    }
    this.unread = unread;
  }
}
