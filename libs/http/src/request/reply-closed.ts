import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';

/**
 * Whether nothing more can be sent, since the answer is complete or the client is gone: `close` has been emitted or is about to be.
 * Responses of HTTP/2 have neither `destroyed` nor `closed`; their stream has.
 */
export function isReplyClosed(reply: ServerResponse): boolean {
  const { stream } = reply as unknown as Partial<Http2ServerResponse>;
  return stream ? stream.destroyed : reply.destroyed || reply.closed;
}
