import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { isReplyClosed } from '../request/reply-closed.js';
import { abortResponse } from './abort-response.js';
import { unreadBytes, type UnreadConnection } from './unread-bytes.js';

/** Resolves when `out` has room again, or the client is gone. Until then the buffered bytes count as unread. */
export function drained(out: Writable, reply: ServerResponse): Promise<void> {
  if (isReplyClosed(reply)) return Promise.resolve();
  const connection: UnreadConnection = { abort: () => abortResponse(reply) };
  return new Promise((resolve) => {
    const done = () => {
      unreadBytes.release(connection);
      out.off('drain', done);
      reply.off('close', done);
      resolve();
    };
    out.once('drain', done);
    reply.once('close', done);
    unreadBytes.hold(connection, out.writableLength);
  });
}
