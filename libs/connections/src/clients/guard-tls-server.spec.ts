import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { servingPair } from '@orch/testing';
import { guardTlsServer } from './guard-tls-server.js';

describe('a guarded TLS server without listeners but for requests', () => {
  let server: Server;

  beforeEach(async () => {
    const { certificatePem: cert, privateKeyPem: key } = await servingPair();
    server = createServer({ cert, key }, (raw, reply) => {
      raw.resume().once('end', () => reply.writeHead(200, { Connection: 'close' }).end());
    });
    guardTlsServer(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const lines = /HTTP\/1\.1 \d+/g;
  it.each([
    ['an upgrade', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', [200]],
    ['Expect: 100-continue', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n', [100, 200]],
    ['another expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: other\r\nConnection: close\r\n\r\n', [417]],
    ['bytes that are not a request', 'x\r\n\r\n', [400]],
  ])('answers %s as Node does', async (_what, bytes, codes) => {
    const { port } = server.address() as AddressInfo;
    const client = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    client.write(bytes);
    expect((await text(client)).match(lines)).toEqual(codes.map((code) => `HTTP/1.1 ${code}`));
  });
});
