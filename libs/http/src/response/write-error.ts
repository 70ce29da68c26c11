import type { OutgoingHttpHeaders } from 'node:http';
import { ApiError } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { RequestContext } from '../request/request-context.js';
import { jsonStatus, statusFormFor } from '../negotiation/status-form.js';
import { abortResponse } from './abort-response.js';
import { endAfterLinger, endAnswer, mustLinger } from './linger.js';
import { wantsPretty } from './pretty.js';

import { commonHeaders } from './write-answer.js';
import { isReplyClosed } from '../request/reply-closed.js';

/**
 * Writes all error answers (C-266): an `ApiError` becomes its Status; anything else is a bug, is logged completely, and
 * answers 500 without its message. The Status is protobuf if the client prefers it (C-090), YAML or CBOR. A response that has begun
 * can only be aborted.
 * @param offersCbor whether the server offers CBOR; documents other than resources have none.
 */
export function writeError(request: RequestContext, error: unknown, log: Logger, offersCbor: boolean): void {
  const { reply, raw } = request;
  if (!(error instanceof ApiError)) logUnknown(request, error, log);
  const answer =
    error instanceof ApiError ? error : ApiError.internal('the request could not be served; see the server log');
  const status = answer.toStatus();
  request.failure = { status, unexpected: answer !== error };
  if (isReplyClosed(reply) || reply.writableEnded) return;
  if (reply.headersSent) {
    abortResponse(reply);
    return;
  }
  request.record?.answer?.(jsonStatus.document(status));
  const form = statusFormFor(request.headers.accept, offersCbor && request.info.isResource);
  const pretty = form === jsonStatus && wantsPretty(request.query, request.headers);
  const body = pretty ? Buffer.from(`${JSON.stringify(status, null, 2)}\n`) : form.document(status);
  const headers: OutgoingHttpHeaders = commonHeaders(request);
  headers['Content-Type'] = form.contentType;
  headers['Content-Length'] = body.byteLength;
  const retryAfter = answer.details?.retryAfterSeconds;
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);

  const linger = mustLinger(raw);
  if (linger) headers.Connection = 'close';
  reply.writeHead(answer.code, headers);
  if (linger) {
    reply.write(body);
    endAfterLinger(raw, reply);
  } else endAnswer(raw, reply, body);
}

function logUnknown(request: RequestContext, error: unknown, log: Logger): void {
  log.error('request failed', {
    error,
    method: request.method,
    path: request.info.path,
    user: (request.impersonator ?? request.user).username,
    ...(request.impersonator ? { impersonatedUser: request.user.username } : {}),
    auditId: request.auditId,
  });
}
