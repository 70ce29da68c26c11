import type { ServerRequest, Filter } from '@orch/http';

/** Receives requests for audit (decision 036). */
export interface AuditSink {
  /** Called before any other filter can reject the request. Must not throw. */
  received(request: ServerRequest): void;
  /**
   * Called after authentication and before impersonation.
   * @throws ApiError when a request that cannot be recorded must not be served.
   */
  identified(request: ServerRequest): void | Promise<void>;
}

/** Passes every request to the sink before any other filter can reject it. */
export const audit =
  (sink: AuditSink): Filter =>
  (next) =>
  (request) => {
    sink.received(request);
    return next(request);
  };

/** Passes authenticated requests to the sink. Reads `user`. */
export const auditUser =
  (sink: AuditSink): Filter =>
  (next) =>
  (request) => {
    const recorded = sink.identified(request);
    return recorded instanceof Promise ? recorded.then(() => next(request)) : next(request);
  };
