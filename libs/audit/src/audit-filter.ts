import type { ServerRequest, Filter } from '@orch/http';

/** Hears of requests, for audit (decision 036). */
export interface AuditSink {
  /** Before anybody can refuse it. Must not throw. */
  received(request: ServerRequest): void;
  /**
   * When it is known who asks, and before anybody is impersonated.
   * @throws ApiError where a request that cannot be recorded must not go on.
   */
  identified(request: ServerRequest): void | Promise<void>;
}

/** Tells the sink of every request before anybody can refuse it. */
export const audit =
  (sink: AuditSink): Filter =>
  (next) =>
  (request) => {
    sink.received(request);
    return next(request);
  };

/** Tells the sink who asks. Reads `user`. */
export const auditUser =
  (sink: AuditSink): Filter =>
  (next) =>
  (request) => {
    const told = sink.identified(request);
    return told instanceof Promise ? told.then(() => next(request)) : next(request);
  };
