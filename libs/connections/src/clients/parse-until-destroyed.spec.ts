import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { systemClock } from '@orch/apimachinery';
import { createCertificateAuthority } from '@orch/pki';
import { guardTlsServer } from './guard-tls-server.js';

it('of a connection that a request destroyed no more requests begin; the next connection is served', async () => {
  const { certificatePem: cert, privateKeyPem: key } = await createCertificateAuthority({
    commonName: 'test',
    notBeforeMs: systemClock.now(),
    validityDays: 1,
  });
  const urls: (string | undefined)[] = [];
  const server = createServer({ cert, key }, (request, reply) => {
    urls.push(request.url);
    if (request.url === '/last') request.socket.destroy();
    else reply.end('served');
  });
  guardTlsServer(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = (...paths: readonly string[]) => {
    const client = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
    return client.resume();
  };
  await once(ask('/first', '/last', ...Array.from({ length: 100 }, () => '/dead')), 'close');
  const next = ask('/next', '/other');
  while (!urls.includes('/other')) await once(next, 'data');
  expect(urls).toEqual(['/first', '/last', '/next', '/other']);
  next.destroy();
  server.close();
});
