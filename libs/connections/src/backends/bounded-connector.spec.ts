import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { systemClock } from '@orch/apimachinery';
import { createCertificateAuthority } from '@orch/pki';
import { boundedConnector } from './bounded-connector.js';

/** Connects to a server that does `answer` at each connection. */
async function connectTo(
  answer: (socket: Socket) => void,
  timeout: number,
): Promise<{ failure: unknown; atServer: Socket }> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const port = String((server.address() as AddressInfo).port);
  const target = { hostname: '127.0.0.1', host: `127.0.0.1:${port}`, protocol: 'https:', port };
  const failure = await new Promise((resolve) => boundedConnector({ timeout })(target, (...[error]) => resolve(error)));
  const [atServer] = await accepted;
  server.close();
  return { failure, atServer };
}

describe('boundedConnector', () => {
  it('refuses a handshake of more than 16 KiB before OpenSSL reads it', async () => {
    const record = Buffer.concat([Buffer.from([22, 3, 3, 64, 0]), Buffer.alloc(16_384)]);
    const { failure } = await connectTo((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(record));
    }, 10_000);
    expect(failure).toMatchObject({
      code: 'EHANDSHAKETOOLONG',
      message: 'the TLS handshake of the server is longer than 16 KiB',
    });
  });

  it('closes a connection whose handshake takes too long', async () => {
    const { failure, atServer } = await connectTo((socket) => socket.resume(), 1);
    if (!atServer.destroyed) await once(atServer, 'close');
    expect(failure).toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' });
  });

  it('reports no error after the close of a connection: TLS above a stream may emit one', async () => {
    const made = await createCertificateAuthority({ commonName: 'a', notBeforeMs: systemClock.now(), validityDays: 1 });
    const server = createTlsServer({ cert: made.certificatePem, key: made.privateKeyPem });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const port = String((server.address() as AddressInfo).port);
    const target = { hostname: '127.0.0.1', host: `127.0.0.1:${port}`, protocol: 'https:', port };
    const connect = boundedConnector({ timeout: 10_000, rejectUnauthorized: false });
    const errors: unknown[] = [];
    const socket = await new Promise<Socket>((resolve, reject) =>
      connect(target, (...[error, connected]) => {
        if (error) return reject(error);
        connected.on('error', (late) => errors.push(late));
        resolve(connected);
      }),
    );
    socket.destroy();
    await once(socket, 'close');
    socket.emit('error', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    expect(errors).toEqual([]);
    server.close();
  });

  it.each([
    ['TLSv1.2', undefined],
    ['TLSv1.3', undefined],
    ['TLSv1.2', 20],
    ['TLSv1.3', 20],
  ] as const)(
    'has a few certificates of a server at most, and sessions that are resumed: %s, %s',
    async (maxVersion, many) => {
      const made = await createCertificateAuthority({
        commonName: 'a',
        notBeforeMs: systemClock.now(),
        validityDays: 1,
      });
      const cert = made.certificatePem.repeat(many ?? 3);
      const resumed: boolean[] = [];
      const server = createTlsServer({ cert, key: made.privateKeyPem, maxVersion }, (socket) => {
        resumed.push(socket.isSessionReused());
        socket.on('error', () => undefined);
        socket.end('data');
      });
      server.on('tlsClientError', () => undefined);
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const port = String((server.address() as AddressInfo).port);
      const target = { hostname: '127.0.0.1', host: `127.0.0.1:${port}`, protocol: 'https:', port };
      const connect = boundedConnector({ timeout: 10_000, rejectUnauthorized: false });
      const read = async (): Promise<string> => {
        const socket = await new Promise<Socket>((resolve, reject) =>
          connect(target, (...[error, connected]) => (error ? reject(error) : resolve(connected))),
        );
        let text = '';
        for await (const chunk of socket) text += String(chunk);
        return text;
      };
      if (many) await expect(read()).rejects.toMatchObject({ code: 'EHANDSHAKEREFUSED' });
      else expect([await read(), await read(), resumed]).toEqual(['data', 'data', [false, true]]);
      server.close();
    },
  );

  it('refuses a key exchange with a finite field, which may take long', async () => {
    const made = await createCertificateAuthority({ commonName: 'a', notBeforeMs: systemClock.now(), validityDays: 1 });
    const server = createTlsServer({ cert: made.certificatePem, key: made.privateKeyPem, ecdhCurve: 'ffdhe2048' });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const port = String((server.address() as AddressInfo).port);
    const target = { hostname: '127.0.0.1', host: `127.0.0.1:${port}`, protocol: 'https:', port };
    const connect = boundedConnector({ timeout: 10_000, rejectUnauthorized: false });
    const error = await new Promise<Error | null>((resolve) => connect(target, (...[failure]) => resolve(failure)));
    expect(error?.message).toContain('handshake failure');
    server.close();
  });

  it('connections of one owner to one name share its lookup', async () => {
    const server = createServer((socket) => socket.end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const port = String((server.address() as AddressInfo).port);
    const target = { hostname: 'localhost', host: `localhost:${port}`, protocol: 'https:', port };
    let lookups = 0;
    const hook = createHook({ init: (_id, type) => void (lookups += type === 'GETADDRINFOREQWRAP' ? 1 : 0) }).enable();
    const end = () =>
      new Promise((resolve) => boundedConnector({ timeout: 10_000 }, 'a')(target, (...[error]) => resolve(error)));
    await Promise.all([end(), end()]);
    hook.disable();
    expect(lookups).toBe(1);
    server.close();
  });
});
