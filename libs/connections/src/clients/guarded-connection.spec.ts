import { once } from 'node:events';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { ReadPace } from '../layers/read-pace.js';
import { MAX_FLIGHT_BYTES } from '../layers/handshake-flight.js';
import { GuardedConnection, SHORT_FLIGHT_BYTES } from './guarded-connection.js';

const record = (bytes: number): Buffer => {
  const header = Buffer.from([23, 3, 3, 0, 0]);
  header.writeUInt16BE(bytes, 3);
  return Buffer.concat([header, Buffer.alloc(bytes, 7)]);
};
/** Streams pass bytes on in later ticks. */
const settled = (): Promise<unknown> => new Promise(setImmediate);

/** @param before what arrived before the connection is guarded. @param refused bytes that OpenSSL may not read; null: the first are not a ClientHello. */
function setUp(before = '', refused: string | null = 'refused') {
  const turns: (() => void)[] = [];
  const long: boolean[] = [];
  const connection = new PassThrough({ autoDestroy: false }); // as a TCP connection whose other side is open
  if (before) connection.write(before);
  const inTurn = (work: () => void, isLong: boolean): void => {
    turns.push(work);
    long.push(isLong);
  };
  const mayRead = (bytes: Buffer): number => (bytes.includes(refused!) ? 0 : bytes.length);
  const flight = refused === null ? undefined : { mayRead, derived: () => undefined };
  const guarded = new GuardedConnection(connection as unknown as Socket, 'a', inTurn, flight);
  let text = '';
  guarded.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  const send = async (bytes: Buffer | string): Promise<void> => {
    connection.write(bytes);
    await settled();
  };
  const turn = async (): Promise<void> => {
    turns.shift()!();
    await settled();
  };
  return { connection, guarded, turns, long, send, turn, received: () => text };
}

describe('GuardedConnection', () => {
  it('hands over the ClientHello at once, and what follows in a turn', async () => {
    const { guarded, turns, send, turn, received } = setUp();
    guarded.begin(Buffer.from('helloand'), 5);
    await send('more');
    expect([received(), turns.length]).toEqual(['hello', 1]);
    await turn();
    expect([received(), turns.length]).toEqual(['helloandmore', 0]);
  });

  it('hands over what arrived before it after the first bytes', async () => {
    const { guarded, turn, received } = setUp('later');
    await new Promise<void>((begun) =>
      process.nextTick(() => {
        guarded.begin(Buffer.from('helloand'), 5);
        begun();
      }),
    );
    await settled();
    await turn();
    expect(received()).toBe('helloandlater');
  });

  it('hands over what is more than a short flight in a long turn', async () => {
    const { guarded, long, send, turn, received } = setUp();
    guarded.begin(Buffer.alloc(0), 0);
    await send(Buffer.alloc(100));
    await send(Buffer.alloc(3_000));
    await turn();
    expect([received().length, long]).toEqual([SHORT_FLIGHT_BYTES, [false, true]]);
    await turn();
    await send(Buffer.alloc(1));
    expect([received().length, long]).toEqual([3_100, [false, true, true]]);
  });

  it('ends a connection whose flight may not be read, and hands over none of it', async () => {
    const { guarded, send, turn, received } = setUp();
    guarded.begin(Buffer.from('hello'), 5);
    await send('refused');
    await turn();
    expect([received(), guarded.destroyed]).toEqual(['hello', true]);
  });

  it('ends a connection without a ClientHello after a short flight', async () => {
    const { guarded, send, turn, received } = setUp('', null);
    guarded.begin(Buffer.alloc(0), 0);
    await send(Buffer.alloc(3_000));
    await turn();
    expect([received().length, guarded.destroyed]).toEqual([SHORT_FLIGHT_BYTES, true]);
  });

  it('ends a connection whose handshake is not complete after the longest flight, and hands over no more', async () => {
    const { guarded, send, turn, received } = setUp();
    guarded.begin(Buffer.alloc(0), 0);
    await send(Buffer.alloc(MAX_FLIGHT_BYTES - 1));
    await turn();
    await turn();
    expect(guarded.destroyed).toBe(false);
    await send(Buffer.alloc(10));
    await turn();
    expect([guarded.destroyed, received().length]).toEqual([true, MAX_FLIGHT_BYTES]);
  });

  it('hands over what follows a complete handshake, also of the same bytes', async () => {
    const { guarded, turns, send, turn, received } = setUp();
    guarded.begin(Buffer.alloc(0), 0);
    guarded.once('data', () => guarded.complete());
    await send(Buffer.concat([record(1_000), record(16_000)]));
    await turn();
    expect(received()).toHaveLength(SHORT_FLIGHT_BYTES);
    while (turns.length > 0) await turn();
    expect(received()).toHaveLength(17_010);
    await send(record(16_384));
    expect([received().length, turns.length]).toEqual([33_399, 0]);
  });

  it('hands over many small records in turns, and the records after them in order', async () => {
    const { guarded, turns, send, turn, received } = setUp();
    guarded.begin(Buffer.alloc(0), 0);
    guarded.complete();
    await send(Buffer.concat(Array.from({ length: 8 }, () => record(22))));
    expect([received().length, turns.length]).toEqual([216, 0]);
    await send(Buffer.concat(Array.from({ length: 400 }, () => record(22))));
    await send(record(100));
    expect([received().length, turns.length]).toEqual([216, 1]);
    await turn();
    expect([received().length, turns.length]).toEqual([216 + MAX_FLIGHT_BYTES, 1]);
    await turn();
    expect([received().length, turns.length]).toEqual([216 + 10_800 + 105, 0]);
  });

  it('writes what is corked at once, and says when each chunk is written', async () => {
    const { connection, guarded } = setUp();
    const ended: string[] = [];
    const written = (): void => void ended.push('written'); // Node gives one for all chunks
    const write = (chunk: string): boolean => guarded.write(Buffer.from(chunk), written);
    connection._write = (_chunk: Buffer, _encoding, done) => done();
    connection._writev = (chunks, done) => {
      ended.push(chunks.map(({ chunk }) => String(chunk)).join('+'));
      done(null);
    };
    guarded.cork();
    write('a');
    guarded.uncork();
    guarded.cork();
    write('b');
    write('c');
    guarded.uncork();
    expect(ended).toEqual(['written', 'b+c', 'written', 'written']);
  });

  it('is destroyed with the error of a write', async () => {
    const { connection, guarded } = setUp();
    const broken = new Error('EPIPE');
    const written = jest.fn();
    connection._write = (_chunk: Buffer, _encoding, done) => done(broken);
    const destroyed = once(guarded, 'close').catch((error: unknown) => error);
    guarded.cork();
    guarded.write(Buffer.from('a'), written);
    guarded.uncork();
    expect(await destroyed).toBe(broken);
    expect(written).toHaveBeenCalledWith(broken);
    expect([guarded.destroyed, connection.destroyed]).toEqual([true, true]);
  });

  it('ends after what waits for a turn', async () => {
    const { connection, guarded, turn, received } = setUp();
    guarded.begin(Buffer.alloc(0), 0);
    const ended = jest.fn();
    guarded.on('end', ended);
    connection.end('last');
    await settled();
    expect(ended).not.toHaveBeenCalled();
    await turn();
    expect([received(), ended.mock.calls.length]).toEqual(['last', 1]);
  });

  it('reads no more while much waits', async () => {
    const { connection, guarded, turn } = setUp();
    guarded.begin(Buffer.alloc(0), 0);
    guarded.complete();
    const many = Buffer.concat(Array.from({ length: 3_000 }, () => record(22)));
    connection.write(many);
    await settled();
    expect(connection.isPaused()).toBe(true);
    for (let bytes = 0; bytes < many.length; bytes += MAX_FLIGHT_BYTES) await turn();
    expect(connection.isPaused()).toBe(false);
  });

  it('hands over no more than TLS has room for, and the rest when it reads again', async () => {
    const { connection, guarded, turns, turn, received } = setUp();
    guarded.begin(Buffer.alloc(0), 0);
    guarded.complete();
    guarded.pause();
    const many = Buffer.concat(Array.from({ length: 3_000 }, () => record(22)));
    for (let n = 0; n < 4; n++) connection.write(many);
    await settled();
    while (turns.length > 0) await turn();
    expect(guarded.readableLength).toBeLessThan(guarded.readableHighWaterMark + MAX_FLIGHT_BYTES);
    guarded.resume();
    await settled();
    while (turns.length > 0) await turn();
    expect(received()).toBe(many.toString('latin1').repeat(4));
  });

  it('counts what TLS has read, not what waits for a turn or for room', async () => {
    const { connection, guarded, turns, send, turn } = setUp();
    guarded.begin(Buffer.alloc(0), 0);
    guarded.complete();
    let arrived = 0;
    Object.defineProperty(connection, 'bytesRead', { get: () => arrived });
    const arrive = (bytes: Buffer): Promise<void> => {
      arrived += bytes.length;
      return send(bytes);
    };
    await arrive(record(95));
    expect(guarded.bytesRead).toBe(100);
    await arrive(Buffer.concat(Array.from({ length: 400 }, () => record(22))));
    expect(guarded.bytesRead).toBe(100);
    await turn();
    expect(guarded.bytesRead).toBe(100 + MAX_FLIGHT_BYTES);
    guarded.pause();
    await turn();
    for (const bytes of [8_192, 100]) await arrive(record(bytes));
    expect([guarded.bytesRead, turns.length]).toEqual([100 + MAX_FLIGHT_BYTES, 0]);
  });
});

describe('GuardedConnection of HTTP/2', () => {
  const STEP_BYTES = 16 * 1_024;

  /** Each step takes longer than a turn has. */
  function setUpHttp2() {
    const all = setUp();
    const steps: number[] = [];
    let nowMs = 0;
    all.guarded.begin(Buffer.alloc(0), 0);
    all.guarded.complete(new ReadPace(10, () => (nowMs += 11)));
    all.guarded.on('data', (chunk: Buffer) => {
      steps.push(chunk.length);
    });
    return { ...all, steps };
  }

  it('hands over no more than a step in a turn, of records of any size', async () => {
    const { connection, guarded, steps, received } = setUpHttp2();
    const bytes = Buffer.concat([record(16_384), record(5_000), ...Array.from({ length: 1_000 }, () => record(22))]);
    for (let at = 0; at < bytes.length; at += STEP_BYTES) connection.write(bytes.subarray(at, at + STEP_BYTES));
    while (received().length < bytes.length) {
      const before = steps.length;
      await settled();
      expect(steps.length - before).toBeLessThanOrEqual(1);
    }
    expect(Math.max(...steps)).toBe(STEP_BYTES);
    expect(guarded.readableLength).toBe(0);
  });

  it('hands over nothing while TLS does not read, and reads no more meanwhile', async () => {
    const { connection, guarded, steps, received } = setUpHttp2();
    guarded.pause();
    const bytes = record(16_000);
    for (let n = 0; n < 20; n++) connection.write(bytes);
    for (let n = 0; n < 20; n++) await settled();
    expect([steps, guarded.readableLength, connection.isPaused()]).toEqual([[], 0, true]);
    guarded.resume();
    while (received().length < 20 * bytes.length) await settled();
    expect(Math.max(...steps)).toBeLessThanOrEqual(STEP_BYTES);
  });

  it('ends after what waits', async () => {
    const { connection, guarded, received } = setUpHttp2();
    const ended = new Promise((resolve) => guarded.once('end', resolve));
    connection.end(Buffer.concat([record(16_000), record(16_000)]));
    await ended;
    expect(received()).toHaveLength(32_010);
  });
});
