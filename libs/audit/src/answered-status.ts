import type { ServerRequest } from '@orch/http';
import type { AuditEvent } from './audit-event.js';

/**
 * What an event says of the answer: its code, and why where it is an error. Nothing where the client went before there was one.
 * @param withText whether the text of an error is told: it may quote the body.
 */
export function answeredStatus(request: ServerRequest, withText: boolean): Pick<AuditEvent, 'responseStatus'> {
  const { reply, failure } = request;
  if (!failure) return reply.headersSent ? { responseStatus: { metadata: {}, code: reply.statusCode } } : {};
  const { status, reason, message, code } = failure.status;
  return { responseStatus: { metadata: {}, status, ...(withText ? { message } : {}), reason, code } };
}
