import type { ServerRequest } from '@orch/http';

/** Called for every request, for metrics. Must be cheap and must not throw. */
export interface RequestObserver {
  started(request: ServerRequest): void;
  /** After the answer was sent or the connection was lost; `durationMs` since the arrival of the request. */
  finished(request: ServerRequest, durationMs: number): void;
}
