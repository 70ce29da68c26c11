import type { IncomingMessage } from 'node:http';
import { type GuardedListeners, isTooManyPieces, tooManyPieces } from '@orch/http';

/** A stream may be small pieces for hours, but not many at a time. Unit: milliseconds. */
const WINDOW_MS = 1_000;

/**
 * Refuses a request body that is passed on and comes in many small chunks within a second: each is an event and a write, and one read may have 10,000.
 * @throws ApiError BadRequest, to `listeners`.
 */
export function limitPieces(raw: IncomingMessage, listeners: GuardedListeners): void {
  let [pieces, bytes, sinceMs] = [0, 0, performance.now()];
  const stop = listeners.on(raw, 'data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (!isTooManyPieces(++pieces, bytes)) return;
    const nowMs = performance.now();
    if (nowMs - sinceMs < WINDOW_MS) {
      stop();
      throw tooManyPieces();
    }
    [pieces, bytes, sinceMs] = [0, 0, nowMs];
  });
}
