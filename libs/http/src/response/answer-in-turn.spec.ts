import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { answerInTurn } from './answer-in-turn.js';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
/** Of each, as it is counted. */
const REQUEST_BYTES = 1_024 + 4 + 1 + 2 * 40 + 1;

/** Of one connection in any case. */
const FEW = 3;

describe('pipelined requests of many connections, all of which may hold ten', () => {
  let server: Server;
  let seen = 0;
  beforeEach(async () => {
    seen = 0;
    server = createServer(answerInTurn(() => undefined, 10 * REQUEST_BYTES));
    server.on('request', () => seen++);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  /** Sends requests, of which the first is never answered. @returns once all have arrived, or the connection is closed. */
  async function send(localAddress: string, count: number): Promise<Socket> {
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    const wanted = seen + count;
    socket.resume().write(GET.repeat(count));
    while (seen < wanted && !socket.closed) await nextTurn();
    return socket;
  }

  it('end the connection beyond the half of one client network; others have room', async () => {
    const first = await send('127.0.0.1', 1 + 5);
    await closed(await send('127.0.0.1', 1 + FEW + 1));
    const other = await send('127.0.0.2', 1 + 2);
    await closed(await send('127.0.0.2', 1 + FEW + 1));
    expect([first.closed, other.closed]).toEqual([false, false]);
  });

  it('wait in any case when a connection has few of them', async () => {
    await send('127.0.0.1', 1 + 5);
    await send('127.0.0.1', 1 + FEW);
    expect(await open()).toBe(2);
  });

  it('no longer count once their connection is closed', async () => {
    for (let n = 0; n < 10; n++) {
      const socket = await send('127.0.0.1', 1 + 5);
      expect(socket.closed).toBe(false);
      socket.destroy();
      await noneIsOpen();
    }
  });

  const closed = async (socket: Socket): Promise<unknown> => socket.closed || once(socket, 'close');

  const open = (): Promise<number> => promisify(server.getConnections.bind(server))();

  async function noneIsOpen(): Promise<void> {
    while ((await open()) > 0) await nextTurn();
  }
});
