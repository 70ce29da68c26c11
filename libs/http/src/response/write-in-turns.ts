import type { ServerResponse } from 'node:http';
import type { Flow } from '../request/fair-queue.js';
import { inTurns } from '../request/in-turns.js';
import { isReplyClosed } from '../request/reply-closed.js';
import { drained } from './drained.js';

/** Bytes that are joined, encrypted and written in one step. */
const STEP_BYTES = 256 * 1_024;

/** Writes the body of an answer, whose headers are written, as fast as its client reads, so that others are served meanwhile; then ends it. */
export async function writeInTurns(reply: ServerResponse, pieces: readonly Uint8Array[], flow: Flow): Promise<void> {
  const left = pieces.values();
  while (!isReplyClosed(reply)) {
    const written = await inTurns(writeSome(reply, left), { flow });
    if (written === 'all') break;
    if (written === 'full') await drained(reply, reply);
  }
  reply.end();
}

function* writeSome(reply: ServerResponse, left: Iterator<Uint8Array>): Generator<undefined, 'all' | 'full' | 'some'> {
  for (;;) {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    let next = left.next();
    for (; !next.done; next = left.next()) {
      parts.push(next.value);
      bytes += next.value.byteLength;
      if (bytes >= STEP_BYTES) break;
    }
    if (isReplyClosed(reply)) return 'all';
    if (bytes > 0 && !reply.write(Buffer.concat(parts, bytes))) return next.done ? 'all' : 'full';
    if (next.done) return 'all';
    yield;
  }
}
