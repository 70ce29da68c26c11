import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GuardedListeners } from '@orch/http';
import { forwardBytes, readAheadLittle } from './forward-bytes.js';

/** A side that reads only when it is asked to. */
class SlowSide extends Writable {
  readonly writes: string[] = [];
  private onRead: (() => void) | undefined;

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.writes.push(chunk.toString());
    this.onRead = done;
  }

  read(): void {
    const { onRead } = this;
    this.onRead = undefined;
    onRead?.();
  }
}

const failing = new GuardedListeners((error) => {
  throw error as Error;
});

describe('forwardBytes', () => {
  it('joins small pieces that wait into one write', async () => {
    const from = new PassThrough();
    const to = new SlowSide();
    forwardBytes(from, to, 'anna', failing);
    from.write('first');
    await nextTurn();
    for (let n = 0; n < 5_000; n++) from.write('x');
    await nextTurn();
    expect(to.writes).toEqual(['first']);
    to.read();
    await nextTurn();
    expect(to.writes).toEqual(['first', 'x'.repeat(5_000)]);
  });

  it('forwards what comes before the end, and then the reader ends', async () => {
    const from = new PassThrough();
    const to = new SlowSide();
    forwardBytes(from, to, 'anna', failing);
    const ended = once(from, 'end');
    from.write('a');
    from.end('b');
    await nextTurn();
    for (let n = 0; n < 3; n++) {
      to.read();
      await nextTurn();
    }
    await ended;
    expect(to.writes.join('')).toBe('ab');
    expect(to.writableEnded).toBe(false);
  });

  it('reads no more after a failed write', async () => {
    const from = new PassThrough();
    const to = new Writable({ write: (_chunk, _encoding, done) => done(new Error('broken')) });
    to.on('error', () => undefined);
    forwardBytes(from, to, 'anna', failing);
    from.write('a');
    await nextTurn();
    from.write('b');
    await nextTurn();
    expect(from.readableLength).toBe(1);
  });

  it('is not read ahead where the reader does not read', () => {
    const from = new PassThrough();
    readAheadLittle(from);
    expect(from.readableHighWaterMark).toBe(1);
  });
});
