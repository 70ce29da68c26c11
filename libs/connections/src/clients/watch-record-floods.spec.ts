import { once } from 'node:events';
import { createServer, get, type Server } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendKeyUpdates, servingPair } from '@orch/testing';
import { watchRecordFloods } from './watch-record-floods.js';

describe('watchRecordFloods', () => {
  let server: Server;
  const port = (): number => (server.address() as AddressInfo).port;

  beforeAll(async () => {
    const { certificatePem: cert, privateKeyPem: key } = await servingPair();
    server = createServer({ cert, key }, ({ url }, reply) => url === '/held' || reply.end('served'));
    watchRecordFloods(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  it('ends a connection with thousands of key updates', async () => {
    const flood = await sendKeyUpdates(port(), 5_000, 'GET /held HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(flood, 'close');
    const [answer] = (await once(get({ port: port(), rejectUnauthorized: false }), 'response')) as [IncomingMessage];
    expect(Buffer.concat(await answer.toArray()).toString()).toBe('served');
  });
});
