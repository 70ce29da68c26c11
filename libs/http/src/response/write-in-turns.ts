import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { inTurns } from '../request/in-turns.js';
import { isReplyClosed } from '../request/reply-closed.js';
import type { BodyTarget } from './body-target.js';
import { drained } from './drained.js';

/** Bytes that are joined, encrypted and written in one step. */
const STEP_BYTES = 64 * 1_024;

/** A part of a body, or what to wait for before the next one. */
type BodyPart = Uint8Array | Promise<unknown>;

/**
 * Writes the body of an answer, whose headers are written, as fast as its client reads, so that others are served meanwhile. Does not end it.
 * @returns the bytes that were written.
 */
export async function writeInTurns(parts: Iterator<BodyPart>, target: BodyTarget): Promise<number> {
  const { reply, out, flow } = target;
  let bytes = 0;
  while (!isReplyClosed(reply)) {
    const written = await inTurns(writeSome(parts, out, reply), { flow });
    if (written === undefined) break;
    bytes += written.bytes;
    if (written.isFull) await drained(target);
    await written.next;
  }
  return bytes;
}

/**
 * Makes the next {@link STEP_BYTES} or more and writes them: concurrent answers together use one share of each turn.
 * @returns undefined at the end, or when the client is gone.
 */
function* writeSome(
  parts: Iterator<BodyPart>,
  out: Writable,
  reply: ServerResponse,
): Generator<undefined, Written | undefined> {
  const made: Uint8Array[] = [];
  let bytes = 0;
  let next: Promise<unknown> | undefined;
  for (let step = parts.next(); !step.done; step = parts.next()) {
    if (step.value instanceof Promise) {
      next = step.value;
      break;
    }
    made.push(step.value);
    bytes += step.value.length;
    if (bytes >= STEP_BYTES) break;
    yield;
  }
  if (isReplyClosed(reply)) return undefined;
  if (bytes === 0) return next && { bytes, isFull: false, next };
  return { bytes, isFull: !out.write(made.length === 1 ? made[0] : Buffer.concat(made)), next };
}

interface Written {
  readonly bytes: number;
  /** Whether to wait for the client. */
  readonly isFull: boolean;
  /** What to wait for before the next part. */
  readonly next: Promise<unknown> | undefined;
}
