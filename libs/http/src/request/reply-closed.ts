import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';

/**
 * Whether nothing more can be sent, because the answer is complete or the client is gone. Responses of HTTP/2 have
 * neither `destroyed` nor `closed`; their stream has. A stream that the client reset with NO_ERROR while bytes waited
 * for its window is closed, but Node never destroys it and emits no `close`: see `destroyIfReset`.
 */
export function isReplyClosed(reply: ServerResponse): boolean {
  const { stream } = reply as unknown as Partial<Http2ServerResponse>;
  return stream ? stream.destroyed || stream.closed : reply.destroyed || reply.closed;
}

/** Whether `close` was emitted, or is about to be. */
export function isReplyDestroyed(reply: ServerResponse): boolean {
  const { stream } = reply as unknown as Partial<Http2ServerResponse>;
  return stream ? stream.destroyed : reply.destroyed;
}

/** Destroys the HTTP/2 stream of an answer that was closed without `close`, so that `close` is emitted. */
export function destroyIfReset(reply: ServerResponse): void {
  const { stream } = reply as unknown as Partial<Http2ServerResponse>;
  if (stream?.closed && !stream.destroyed) stream.destroy();
}

/** Whether bytes of the answer wait for the client, or waited when it reset the stream. */
export function isUnread(reply: ServerResponse): boolean {
  const { stream } = reply as unknown as Partial<Http2ServerResponse>;
  if (stream?.closed) return !stream.destroyed;
  if (!reply.headersSent || reply.writableFinished) return false;
  return reply.writableEnded || unreadLength(reply) > 0;
}

/** Bytes of the answer that wait for the client. */
export function unreadLength(reply: ServerResponse): number {
  const { stream } = reply as unknown as Partial<Http2ServerResponse>;
  return (stream ?? reply).writableLength;
}
