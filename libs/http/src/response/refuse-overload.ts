import type { ServerRequest } from '../request/server-request.js';
import { endAfterLinger, endAnswer, mustLinger } from './linger.js';
import { commonHeaders } from './write-answer.js';
import { isReplyClosed } from '../request/reply-closed.js';

const RETRY_AFTER_SECONDS = 1;
const BODY = Buffer.from('Too many requests, please try again later.\n');

/** Answers 429 in plain text, with `Retry-After` (D-213), and discards the rest of the body. */
export function refuseOverload(request: ServerRequest): void {
  const { raw, reply } = request;
  if (isReplyClosed(reply) || reply.headersSent) return;
  const headers = commonHeaders(request);
  headers['Content-Type'] = 'text/plain; charset=utf-8';
  headers['Content-Length'] = BODY.byteLength;
  headers['X-Content-Type-Options'] = 'nosniff';
  headers['Retry-After'] = RETRY_AFTER_SECONDS;
  const linger = mustLinger(raw);
  if (linger) headers['Connection'] = 'close';
  reply.writeHead(429, headers);
  if (linger) {
    reply.write(BODY);
    endAfterLinger(raw, reply);
  } else endAnswer(raw, reply, BODY);
}
