import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ReadTurns } from '../layers/read-turns.js';
import { PacedConnection } from './paced-connection.js';
import { ReadPace } from '../layers/read-pace.js';
import type { RecentUse } from '../layers/recent-use.js';

/** A paced connection to a server that sends this and closes. */
async function receiving(sent: string, pace: ReadPace): Promise<PacedConnection> {
  const server = createServer((socket: Socket) => socket.end(sent));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  connection.once('close', () => server.close());
  return new PacedConnection(connection, 'anna', false, pace);
}

/** No turn has time left until it is over. */
class BusyPace extends ReadPace {
  isOver = false;
  readonly steps: (() => void)[] = [];

  override run(flow: string, use: RecentUse, step: () => void): void {
    if (this.isOver) super.run(flow, use, step);
    else this.steps.push(step);
  }
}

describe('PacedConnection', () => {
  it('passes on all bytes in order, of several connections', async () => {
    const pace = new ReadPace();
    const sent = ['a', 'b', 'c'].map((letter) => letter.repeat(500_000));
    const received = await Promise.all(sent.map(async (one) => text(await receiving(one, pace))));
    expect(received.every((one, at) => one === sent[at])).toBe(true);
  });

  it('passes on many lines in small steps', async () => {
    const sizes: number[] = [];
    const connection = await receiving('1\r\nx\r\n'.repeat(50_000), new ReadPace());
    connection.on('data', (chunk: Buffer) => sizes.push(chunk.length));
    await once(connection, 'end');
    expect(sizes.reduce((sum, one) => sum + one, 0)).toBe(300_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(16 * 1_024);
  });

  it('passes on all bytes whose turn comes after the connection was closed', async () => {
    const busy = new BusyPace();
    const server = createServer((socket: Socket) => socket.end('all of it'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connection = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
    const paced = new PacedConnection(connection, 'anna', false, busy);
    const received = text(paced);
    await once(connection, 'close');
    busy.isOver = true;
    for (const step of busy.steps.splice(0)) step();
    expect(await received).toBe('all of it');
    server.close();
  });

  it('passes on all bytes to a slow reader', async () => {
    let received = 0;
    for await (const chunk of await receiving('x'.repeat(300_000), new ReadPace())) {
      received += (chunk as Buffer).length;
      await new Promise(setImmediate);
    }
    expect(received).toBe(300_000);
  });

  /** Bytes of 21 backends at one moment, of which 20 are of one user. @returns the users in the order in which their connections are read, by turn of the event loop. */
  async function readsOfMany(onRead: () => void, onSent: () => void, reads?: ReadTurns): Promise<string[][]> {
    const accepted: Socket[] = [];
    const server = createServer((socket: Socket) => void accepted.push(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const turns: string[][] = [[]];
    const pace = new ReadPace();
    const flows = [...Array.from({ length: 20 }, () => 'anna'), 'bert'];
    const paced: PacedConnection[] = [];
    for (const flow of flows) {
      const connection = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
      connection.on('data', () => {
        onRead();
        if (turns.at(-1)!.push(flow) === 1) setImmediate(() => turns.push([]));
      });
      paced.push(new PacedConnection(connection, flow, false, pace, reads).resume());
      await once(connection, 'connect');
    }
    while (accepted.length < flows.length) await nextTurn();
    onSent();
    for (const socket of accepted) socket.write('bytes');
    while (turns.flat().length < flows.length) await nextTurn();
    for (const one of paced) one.destroy();
    server.close();
    return turns;
  }

  it('is read with few others in one turn where many backends send at once, and users take turns', async () => {
    let nowMs = 0;
    const reads = new ReadTurns(() => nowMs);
    const turns = await readsOfMany(() => (nowMs += 6), () => (nowMs += 20), reads); // prettier-ignore
    expect(Math.max(...turns.map(({ length }) => length))).toBe(3);
    expect(turns.flat().indexOf('bert')).toBeLessThanOrEqual(6);
  });

  it('is read in the same turn as others, however long that takes for what is read in between', async () => {
    let nowMs = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const turns = await readsOfMany(() => (nowMs += 20), () => undefined); // prettier-ignore
    clock.mockRestore();
    expect(Math.max(...turns.map(({ length }) => length))).toBeGreaterThan(3);
  });
});
