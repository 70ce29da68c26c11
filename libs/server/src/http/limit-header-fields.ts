import type { IncomingMessage, RequestListener } from 'node:http';
import { rawStatus } from '@orch/http';

/**
 * Header fields of a request; a user in many groups is impersonated with one each. Ten thousand short ones fit in the limit
 * of bytes, take ten times as much memory, and ten milliseconds to read before anyone is authenticated.
 */
export const MAX_HEADER_FIELDS = 512;

export const TOO_MANY_FIELDS = {
  code: 431,
  reason: 'RequestEntityTooLarge',
  message: `the request has too many headers: send at most ${MAX_HEADER_FIELDS}`,
} as const;

const BODY = rawStatus(TOO_MANY_FIELDS);

export const hasTooManyFields = ({ rawHeaders }: IncomingMessage): boolean => rawHeaders.length > 2 * MAX_HEADER_FIELDS;

/**
 * Answers requests with too many header fields with 431 and closes their connection: at once if they are pipelined, since
 * they would wait with their headers. Node would drop the last fields.
 */
export const limitHeaderFields =
  (listener: RequestListener): RequestListener =>
  (raw, reply) => {
    if (!hasTooManyFields(raw)) return listener(raw, reply);
    if (raw.httpVersionMajor === 1 && reply.socket === null) return void raw.socket.destroy();
    reply.writeHead(431, { 'Content-Type': 'application/json', 'Content-Length': BODY.length, Connection: 'close' });
    reply.end(BODY);
  };
