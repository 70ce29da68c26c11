import type { Filter } from '@orch/http';
import type { RequestObserver } from '../metrics/request-observer.js';

/** Neither reads the request nor responds to it. */
export const observe =
  (observer: RequestObserver): Filter =>
  (next) =>
  (request) => {
    observer.started(request);
    // Emitted once. HOT PATH (bench: get): `once` would wrap the listener, and remove it.
    request.reply.on('close', () => observer.finished(request, performance.now() - request.startedMs));
    return next(request);
  };
