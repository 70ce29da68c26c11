import type { IncomingMessage } from 'node:http';
import { type GuardedListeners, PieceLimit, tooManyPieces } from '@orch/http';

/**
 * Refuses a request body that is passed on and comes in many small chunks within a second: each is an event and a write.
 * @throws ApiError BadRequest, to `listeners`.
 */
export function limitPieces(raw: IncomingMessage, listeners: GuardedListeners): void {
  const pieces = new PieceLimit();
  const stop = listeners.on(raw, 'data', (chunk: Buffer) => {
    if (!pieces.isExceededBy(chunk.length)) return;
    stop();
    throw tooManyPieces();
  });
}
