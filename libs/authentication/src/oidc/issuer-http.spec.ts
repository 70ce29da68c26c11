import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { systemClock } from '@orch/apimachinery';
import { HandMadeIssuer, issuersCaPem } from '@orch/testing';
import { IssuerHttp } from './issuer-http.js';

describe('IssuerHttp', () => {
  it('refuses a TLS handshake of more than 16 KiB', async () => {
    const record = Buffer.concat([Buffer.from([22, 3, 3, 64, 0]), Buffer.alloc(16_384)]);
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(record));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const http = new IssuerHttp(undefined, systemClock);
    const { port } = server.address() as AddressInfo;
    await expect(http.text(`https://127.0.0.1:${port}/`)).rejects.toThrow(
      'the TLS handshake of the server is longer than 16 KiB',
    );
    await http.close();
    server.close();
  });

  it('an answer in chunks of one byte is not kept as a list of chunks', async () => {
    const issuer = await HandMadeIssuer.start();
    issuer.answers.set('/keys', ({ socket }) =>
      socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\n.\r\n'.repeat(20_000)}0\r\n\r\n`),
    );
    const http = new IssuerHttp([await issuersCaPem()], systemClock);
    const concat = jest.spyOn(Buffer, 'concat');
    expect(await http.text(`${issuer.url}/keys`)).toBe('.'.repeat(20_000));
    expect(Math.max(...concat.mock.calls.map(([list]) => list.length))).toBeLessThan(1_000);
    await http.close();
    await HandMadeIssuer.stopAll();
  });
});
