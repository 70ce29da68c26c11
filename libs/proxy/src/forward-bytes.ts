import type { Readable, Writable } from 'node:stream';
import { ReadPace } from '@orch/connections';
import type { GuardedListeners } from '@orch/http';

/** Thousands of connections may have room at the same moment. */
const pace = new ReadPace();

/**
 * Forwards what is read from one stream to another, one write at a time: what arrives during a write is joined for the next one. With `pipe` each piece
 * is a write of its own, and thousands of pieces of one byte, which wait while the other side does not read, are written in the turn in which it reads again.
 * The end is not forwarded.
 * @param flow of the request: see `flowOfRequester`.
 * @returns stops it.
 */
export function forwardBytes(from: Readable, to: Writable, flow: string, listeners: GuardedListeners): () => void {
  const use = pace.newUse();
  let isWriting = false;
  let isStopped = false;
  const forward = listeners.guard(() => {
    if (isWriting || isStopped || to.destroyed) return;
    const bytes = from.read() as Buffer | null; // all that is buffered
    if (bytes === null) return;
    isWriting = true;
    to.write(bytes, written);
  });
  const written = (error?: Error | null): void => {
    if (!error) pace.run(flow, use, proceed); // else its `close` follows
  };
  const proceed = (): void => {
    isWriting = false;
    forward();
  };
  from.on('readable', forward);
  return () => {
    isStopped = true;
    from.off('readable', forward);
  };
}

/** Limits the bytes that a stream reads ahead, as each may be a piece of its own with some hundred bytes of memory. The piece that is read last may be longer. */
export function readAheadLittle(stream: Readable): void {
  const { _readableState: state } = stream as Readable & { readonly _readableState: { highWaterMark: number } };
  state.highWaterMark = 1;
}
