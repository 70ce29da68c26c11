import { type ServerRequest, abortResponse } from '@orch/http';

/** How often answers are looked at. */
const LOOK_MS = 5_000;

/**
 * Breaks answers off whose clients do not take them: their bytes would wait in memory for as long as the client wants. Looks at all
 * of them now and then, so that no request needs a timer.
 * @param underWay requests whose answer has not been taken.
 * @param limitMs from the beginning of a request; watches and other long connections have none.
 * @param stop ends it.
 */
export function cutStalledAnswers(underWay: () => Iterable<ServerRequest>, limitMs: number, stop: AbortSignal): void {
  const looking = setInterval(() => breakOffStalled(underWay(), performance.now() - limitMs), LOOK_MS);
  looking.unref();
  stop.addEventListener('abort', () => clearInterval(looking), { once: true });
}

/** @param startedBeforeMs on the clock of requests. */
export function breakOffStalled(underWay: Iterable<ServerRequest>, startedBeforeMs: number): void {
  for (const request of underWay) {
    const isDone = request.reply.writableEnded && !request.isLongRunning;
    if (isDone && request.startedMs < startedBeforeMs) abortResponse(request.reply);
  }
}
