import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type Http2ServerRequest } from 'node:http2';
import { FREE_PIECES } from '../request/piece-limit.js';
import { declaredLength, hasBody } from '../request/read-body.js';

/** An unread body up to this size is discarded and the connection kept. */
const DISCARD_BYTES = 256 * 1024;
/** Limit of bytes discarded after an answer. */
export const LINGER_BYTES = 16 * 1024 * 1024;
/** And their time limit. */
export const LINGER_MS = 2_000;

/** Whether an answer given now must also end the connection, because of unread request data. */
export function mustLinger(raw: IncomingMessage): boolean {
  if (raw.httpVersionMajor === 2 || raw.readableEnded || !hasBody(raw)) return false;
  const length = declaredLength(raw);
  return length === undefined || length > DISCARD_BYTES;
}

/**
 * Ends an answer whose request body was not read. The whole answer is sent already; further input is discarded for a
 * moment, since closing a connection with unread data resets it, and the client would lose the answer. Limited in
 * bytes, pieces and time; stores nothing.
 */
export function endAfterLinger(raw: IncomingMessage, reply: ServerResponse): void {
  if (raw.headers.expect !== undefined) {
    reply.end(); // the client waits for `100 Continue` and sends nothing; Node closes such a connection by itself
    return;
  }
  let discarded = 0;
  let pieces = 0;
  const finish = (): void => {
    clearTimeout(timer);
    raw.off('data', onData);
    raw.off('end', finish);
    raw.off('close', finish);
    reply.end();
  };
  const onData = (chunk: Buffer): void => {
    discarded += chunk.length;
    if (discarded > LINGER_BYTES) finish();
    else if (++pieces > FREE_PIECES) {
      finish();
      // After the answer was passed to the kernel: until then a megabyte of pieces could be read in one turn.
      process.nextTick(() => raw.socket.destroy());
    }
  };
  const timer = setTimeout(finish, LINGER_MS);
  raw.on('data', onData);
  raw.on('end', finish);
  raw.on('close', finish);
  raw.resume();
}

/**
 * Ends an answer. On HTTP/2 the stream is closed with NO_ERROR if the request has not ended: otherwise it stays open as
 * long as the client wants. The reset follows the end of the answer (RFC 9113, section 8.1): clients written in Go lose an answer
 * that a reset cuts off, also with NO_ERROR.
 */
export function endAnswer(raw: IncomingMessage, reply: ServerResponse, body: Uint8Array): void {
  const { stream } = raw as unknown as Partial<Http2ServerRequest>;
  if (stream && !stream.endAfterHeaders && !stream.closed && !stream.readableEnded) {
    const close = (): void => void (stream.closed || stream.close(constants.NGHTTP2_NO_ERROR));
    // `finish` comes before Node writes the last frame, which waits for the write before it: that ends a turn later where TLS is above a stream.
    stream.once('finish', () => setImmediate(setImmediate, close));
  } else if (!stream && hasBody(raw)) raw.resume(); // Node discards a body only where reading it had not begun: the next request of the connection would wait for its end
  reply.end(body);
}
