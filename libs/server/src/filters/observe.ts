import type { ServerRequest, Filter } from '@orch/http';

/** Hears of every request, for metrics. Called often: must be cheap and must not throw. */
export interface RequestObserver {
  started(request: ServerRequest): void;
  /** After the answer was sent or the connection was lost; `durationMs` since the request came. */
  finished(request: ServerRequest, durationMs: number): void;
}

/** Reads nothing of the request, answers nothing. */
export const observe =
  (observer: RequestObserver): Filter =>
  (next) =>
  (request) => {
    observer.started(request);
    request.reply.once('close', () => observer.finished(request, performance.now() - request.startedMs));
    return next(request);
  };
