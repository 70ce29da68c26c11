import type { Filter } from '@orch/http';
import type { RequestObserver } from '../metrics/request-observer.js';

/** Neither reads the request nor responds to it. */
export const observe =
  (observer: RequestObserver): Filter =>
  (next) =>
  (request) => {
    observer.started(request);
    request.reply.once('close', () => observer.finished(request, performance.now() - request.startedMs));
    return next(request);
  };
