import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { Readable } from 'node:stream';
import { type GuardedListeners, PieceLimit, tooManyPieces } from '@orch/http';

/**
 * Refuses a request body that is passed on and comes in many small chunks within a second: each is an event. They are counted when they arrive: what waits
 * while the backend does not read is joined then.
 * @throws ApiError BadRequest, to `listeners`.
 */
export function limitPieces(raw: IncomingMessage, listeners: GuardedListeners): void {
  const pieces = new PieceLimit();
  const { stream } = raw as unknown as Partial<Http2ServerRequest>;
  const source: Readable = stream ?? raw; // a request of HTTP/2 gets nothing while it is not read, its stream does
  const push = source.push.bind(source);
  const count = listeners.guard((chunk: Buffer | null) => {
    if (chunk === null || !pieces.isExceededBy(chunk.length)) return;
    source.push = push;
    throw tooManyPieces();
  });
  source.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    count(chunk);
    return push(chunk, encoding);
  };
}
