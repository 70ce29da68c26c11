import { once } from 'node:events';
import { createServer, get, type IncomingMessage, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Warnings } from '../request/warning-header.js';
import { writeBytes } from './write-answer.js';

/** Every byte: not text in UTF-8. */
const ALL_BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

describe('writeBytes', () => {
  const serve = async (listener: RequestListener, ask: (port: number) => Promise<void>): Promise<void> => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      await ask((server.address() as AddressInfo).port);
    } finally {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  };
  const answerWith =
    (body: Uint8Array): RequestListener =>
    (_, reply) =>
      writeBytes({ reply, auditId: 'id', warnings: new Warnings() }, 200, 'application/octet-stream', body);

  for (const { what, body } of [
    { what: 'nothing', body: Buffer.alloc(0) },
    { what: 'bytes that are not text', body: ALL_BYTES },
    { what: 'bytes in a Uint8Array', body: new Uint8Array(ALL_BYTES) },
    { what: 'bytes that are sent with their headers', body: Buffer.concat(Array(16).fill(ALL_BYTES)) },
    { what: 'more bytes', body: Buffer.concat([...Array(16).fill(ALL_BYTES), Buffer.from([0xff])]) },
  ]) {
    it(`sends ${what} unchanged`, async () => {
      await serve(answerWith(body), async (port) => {
        const [answer] = (await once(get({ port }), 'response')) as [IncomingMessage];
        expect(answer.headers['content-length']).toBe(String(body.length));
        expect((await buffer(answer)).equals(body)).toBe(true);
      });
    });
  }

  it('answers HEAD with the length, and without the bytes', async () => {
    await serve(answerWith(ALL_BYTES), async (port) => {
      const [answer] = (await once(request({ port, method: 'HEAD' }).end(), 'response')) as [IncomingMessage];
      expect(answer.headers['content-length']).toBe('256');
      expect(await buffer(answer)).toHaveLength(0);
    });
  });
});
