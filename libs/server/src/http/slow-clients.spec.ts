import { once } from 'node:events';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onClientError } from './client-error.js';

describe('a client that is too slow', () => {
  let server: Server;
  let handled = 0;
  const listen = async (times: ServerOptions): Promise<Socket> => {
    handled = 0;
    server = createServer({ requestTimeout: 2, headersTimeout: 1, connectionsCheckingInterval: 1, ...times });
    server.on('request', (_request, response) => {
      handled++;
      response.end('handled');
    });
    server.on('clientError', onClientError);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  };
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const rows = [
    { name: 'stops within the request line', sends: 'GET /api', rest: ' HTTP/1.1\r\nHost: a\r\n\r\n' },
    { name: 'stops within the headers', sends: 'GET /api HTTP/1.1\r\nHost: a\r\nX-Slow: 1\r\n', rest: '\r\n' },
  ];
  for (const { name, sends, rest } of rows) {
    it(`is answered with 408, its connection ends, and the rest of its request is not handled, when it ${name}`, async () => {
      const socket = await listen({});
      const accepted = once(server, 'connection') as Promise<[Socket]>;
      socket.write(sends);
      const closed = accepted.then(([connection]) => once(connection, 'close'));
      let text = '';
      for await (const chunk of socket) {
        if (text === '') socket.write(rest);
        text += chunk as string;
      }
      await closed;
      const [head, body] = text.split('\r\n\r\n') as [string, string];
      expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n(?:.*\r\n)*Connection: close/);
      expect(JSON.parse(body)).toMatchObject({ kind: 'Status', code: 408, reason: 'Timeout' });
      expect(handled).toBe(0);
    });
  }

  it('is answered in one of several turns of the event loop when there are many', async () => {
    const first = await listen({ headersTimeout: 0, requestTimeout: 0 });
    const { port } = server.address() as AddressInfo;
    const turns: number[] = [];
    let count = 0;
    const onAnswer = (): void => {
      if (count++ === 0) setImmediate(() => (count = turns.push(count) && 0));
    };
    let begun = 0;
    server.on('connection', (connection: Socket) => {
      connection.once('data', () => begun++);
      connection.once('finish', onAnswer);
    });
    const sockets = [first, ...Array.from({ length: 99 }, () => connect(port, '127.0.0.1'))];
    for (const socket of sockets) socket.resume().write('GET /api');
    while (begun < sockets.length) await nextTurn();
    Object.assign(server, { headersTimeout: 1 });
    await Promise.all(sockets.map((socket) => once(socket, 'close')));
    expect(Math.max(...turns)).toBeLessThanOrEqual(64);
  });

  it('may say nothing before its first request, like an idle one', async () => {
    const socket = await listen({ keepAliveTimeout: 60_000 });
    await once(server, 'clientError');
    Object.assign(server, { headersTimeout: 0, requestTimeout: 0 });
    socket.write('GET /api HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += chunk as string;
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it('is cut without an answer when it says nothing for as long as a connection may be idle', async () => {
    const socket = await listen({ keepAliveTimeout: 2 });
    let text = '';
    for await (const chunk of socket) text += chunk as string;
    expect([text, handled]).toEqual(['', 0]);
  });
});
