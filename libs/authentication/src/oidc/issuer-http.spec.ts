import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { systemClock } from '@orch/apimachinery';
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
});
