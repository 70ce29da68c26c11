import type { Status } from '@orch/apimachinery';
import type { ServerRequest } from '@orch/http';
import type { AuditEvent } from './audit-event.js';

/** Of a connection that has left HTTP. */
const SWITCHING_PROTOCOLS = 101;

/**
 * The response status of an event: code, and the fields of a Status that was the response. Empty when the client
 * disconnected before the response.
 * @param withText whether to include message and details of an error: they may quote the body.
 */
export function answeredStatus(request: ServerRequest, withText: boolean): Pick<AuditEvent, 'responseStatus'> {
  const { reply, failure, answeredStatus: success } = request;
  const isAnswered = reply.headersSent || reply.statusCode === SWITCHING_PROTOCOLS;
  if (!failure && !isAnswered) return {};
  const sent: Partial<Status> = failure?.status ?? success ?? {};
  const { status, reason, message, details, code = reply.statusCode } = sent;
  return {
    responseStatus: {
      metadata: {},
      ...(status ? { status } : {}),
      ...(withText && message !== undefined ? { message } : {}),
      ...(reason ? { reason } : {}),
      ...((withText || !failure) && details ? { details } : {}),
      code,
    },
  };
}
