import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { type RequestConnection, requestConnection } from './request-connection.js';

describe('the connection of a request', () => {
  it('of HTTP/2 is one object for all requests of a session', async () => {
    const connections: RequestConnection[] = [];
    const server = createServer((raw, reply) => {
      connections.push(requestConnection(raw as unknown as IncomingMessage));
      reply.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const sessions = [0, 1].map(() => connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    for (const session of [sessions[0]!, sessions[0]!, sessions[1]!]) await once(session.request().resume(), 'close');
    for (const session of sessions) session.close();
    server.close();
    expect(connections.map(({ network }) => network)).toEqual(Array(3).fill('127.0.0.1'));
    expect(connections[1]!.connection).toBe(connections[0]!.connection);
    expect(connections[2]!.connection).not.toBe(connections[0]!.connection);
  });

  it('is unknown once the stream of the request is destroyed', () => {
    const raw = { destroyed: true, httpVersionMajor: 2 } as IncomingMessage;
    expect(requestConnection(raw)).toEqual({ network: '', connection: raw });
  });

  it('of HTTP/1.1 is its socket, also when its body was read', () => {
    const socket = { remoteAddress: '1.2.3.4' };
    const raw = { destroyed: true, httpVersionMajor: 1, socket } as unknown as IncomingMessage;
    const { network, connection } = requestConnection(raw);
    expect([network, connection === socket]).toEqual(['1.2.3.4', true]);
  });
});
