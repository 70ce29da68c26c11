import type { ServerRequest } from '@orch/http';
import type { AuditEvent } from './audit-event.js';

/**
 * The response status of an event: code, and reason of an error. Empty when the client disconnected before the response.
 * @param withText whether to include the message of an error: it may quote the body.
 */
export function answeredStatus(request: ServerRequest, withText: boolean): Pick<AuditEvent, 'responseStatus'> {
  const { reply, failure } = request;
  if (!failure) return reply.headersSent ? { responseStatus: { metadata: {}, code: reply.statusCode } } : {};
  const { status, reason, message, code = reply.statusCode } = failure.status;
  return { responseStatus: { metadata: {}, status, ...(withText ? { message } : {}), reason, code } };
}
