import type { ServerRequest } from '../request/server-request.js';
import type { Filter } from './filter.js';

/** Where audit events go. The seam only: the policy and its writers come with their own issue. */
export interface AuditSink {
  received(request: ServerRequest): void;
}

/** Records nothing. */
export const noAudit: AuditSink = { received: () => undefined };

/** Tells the sink of every request before anybody can refuse it. */
export const audit =
  (sink: AuditSink): Filter =>
  (next) =>
  (request) => {
    sink.received(request);
    return next(request);
  };
