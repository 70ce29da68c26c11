import type { Filter, ServerRequest } from '@orch/http';

/** Begins the time of a phase of the request, which `endPhase` ends. */
export const beginPhase: Filter = (next) => (request) => {
  request.phaseStartedMs = performance.now();
  return next(request);
};

/** Reports the time since `beginPhase` of a request that has passed the filters between them. */
export const endPhase =
  (observe: (request: ServerRequest, ms: number) => void): Filter =>
  (next) =>
  (request) => {
    observe(request, performance.now() - request.phaseStartedMs);
    return next(request);
  };
