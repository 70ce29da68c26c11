import { isReplyClosed } from '../request/reply-closed.js';
import { abortResponse } from './abort-response.js';
import type { BodyTarget } from './body-target.js';
import { unreadBytes, type UnreadConnection } from './unread-bytes.js';

/** Resolves when `out` has room again, or the client is gone. Until then the buffered bytes count as unread. */
export function drained({ out, reply, flow }: BodyTarget): Promise<void> {
  if (isReplyClosed(reply)) return Promise.resolve();
  const connection: UnreadConnection = { flow: flow.name, abort: () => abortResponse(reply) };
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
