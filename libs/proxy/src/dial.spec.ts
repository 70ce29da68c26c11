import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import tls, { createServer as createTlsServer } from 'node:tls';
import { systemClock } from '@orch/apimachinery';
import { createCertificateAuthority } from '@orch/pki';
import { dialDirectly } from './dial.js';

const { signal } = new AbortController();
const listening = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};
const pair = async () => {
  const made = await createCertificateAuthority({
    commonName: 'test',
    notBeforeMs: systemClock.now(),
    validityDays: 1,
  });
  return { cert: made.certificatePem, key: made.privateKeyPem };
};

it.each([false, true])('a connection is closed after the end of the other side, with TLS: %s', async (tls) => {
  const server = tls
    ? createTlsServer(await pair(), (socket) => socket.end('all of it'))
    : createServer((socket) => socket.end('all of it'));
  const socket = await dialDirectly({ ip: '127.0.0.1', port: await listening(server), tls }, signal);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += String(chunk)));
  await once(socket, 'close');
  expect(received).toBe('all of it');
  server.close();
});

it('connections of one owner to one name share its lookup', async () => {
  const server = createServer((socket) => socket.end());
  const target = { ip: 'localhost', namespace: 'a', port: await listening(server), tls: false };
  let lookups = 0;
  const hook = createHook({ init: (_id, type) => void (lookups += type === 'GETADDRINFOREQWRAP' ? 1 : 0) }).enable();
  const sockets = await Promise.all([dialDirectly(target, signal), dialDirectly(target, signal)]);
  hook.disable();
  expect(lookups).toBe(1);
  for (const socket of sockets) socket.destroy();
  server.close();
});

describe('dialDirectly with TLS', () => {
  it('refuses a handshake of more than 16 KiB before OpenSSL reads it', async () => {
    const record = Buffer.concat([Buffer.from([22, 3, 3, 64, 0]), Buffer.alloc(16_384)]);
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(record));
    });
    const target = { ip: '127.0.0.1', port: await listening(server), tls: true };
    await expect(dialDirectly(target, signal)).rejects.toMatchObject({ code: 'EHANDSHAKETOOLONG' });
    server.close();
  });

  it('has no bound after the handshake, and passes on the end of both sides', async () => {
    const server = createTlsServer(await pair(), (socket) => {
      let bytes = 0;
      socket.on('data', (chunk) => (bytes += chunk.length));
      socket.on('end', () => socket.end(Buffer.alloc(bytes)));
    });
    const socket = await dialDirectly({ ip: '127.0.0.1', port: await listening(server), tls: true }, signal);
    socket.end(Buffer.alloc(2_000_000));
    let received = 0;
    socket.on('data', (chunk: Buffer) => (received += chunk.length));
    await once(socket, 'close');
    expect(received).toBe(2_000_000);
    server.close();
  });

  it('has all that a server sent before it closed, also when its reader is slow', async () => {
    const server = createTlsServer(await pair(), (socket) => socket.end(Buffer.alloc(300_000)));
    const socket = await dialDirectly({ ip: '127.0.0.1', port: await listening(server), tls: true }, signal);
    let received = 0;
    for await (const chunk of socket) {
      received += (chunk as Buffer).length;
      for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
    }
    expect(received).toBe(300_000);
    server.close();
  });

  it('refuses a second handshake, which has no bound', async () => {
    const server = createTlsServer({ ...(await pair()), maxVersion: 'TLSv1.2' });
    const outcome = new Promise((resolve) => {
      server.on('secureConnection', (socket) => {
        socket.on('error', ({ message }) => resolve(message));
        socket.renegotiate({}, (error) => resolve(error ?? 'renegotiated'));
      });
    });
    const socket = await dialDirectly({ ip: '127.0.0.1', port: await listening(server), tls: true }, signal);
    expect(await outcome).toContain('no renegotiation');
    socket.destroy();
    server.close();
  });

  it.each([
    ['TLS 1.2', { maxVersion: 'TLSv1.2' }],
    ['AES 256', { ciphers: 'TLS_AES_256_GCM_SHA384' }],
    ['AES 128', { ciphers: 'TLS_AES_128_GCM_SHA256' }],
    ['ChaCha20', { ciphers: 'TLS_CHACHA20_POLY1305_SHA256' }],
    ['a second ClientHello', { ecdhCurve: 'P-384' }],
  ] as const)('refuses more than ten certificates of a server: %s', async (_what, options) => {
    const { cert, key } = await pair();
    const outcomes: unknown[] = [];
    for (const certificates of [1, 10, 11]) {
      const server = createTlsServer({ cert: cert.repeat(certificates), key, ...options }, (socket) => {
        socket.on('error', () => undefined);
        socket.end('data at once');
      });
      server.on('tlsClientError', () => undefined);
      const target = { ip: '127.0.0.1', port: await listening(server), tls: true };
      const socket = await dialDirectly(target, signal).catch((error: unknown) => void outcomes.push(error));
      if (socket) for await (const chunk of socket) outcomes.push(String(chunk));
      server.close();
    }
    const refused = expect.objectContaining({ code: 'EHANDSHAKEREFUSED' });
    expect(outcomes).toEqual(['data at once', 'data at once', refused]);
  });

  it('parses certificates once for connections that follow each other', async () => {
    const [one, other] = [await pair(), await pair()];
    const server = createTlsServer(one, (socket) => socket.end());
    const target = { ip: '127.0.0.1', port: await listening(server), tls: true };
    const parsed = jest.spyOn(tls, 'createSecureContext');
    const connect = async (certificate: typeof one): Promise<void> => {
      const identity = { servername: 'a', rejectUnauthorized: false, ...certificate };
      (await dialDirectly({ ...target, identity }, signal)).destroy();
    };
    await Promise.all([connect(one), connect(one), connect(other), connect(other)]);
    expect(parsed.mock.calls.map(([options]) => options?.cert)).toEqual([one.cert, other.cert]);
    parsed.mockRestore();
    server.close();
  });

  it('refuses a key exchange with a finite field, which may take long', async () => {
    const server = createTlsServer({ ...(await pair()), ecdhCurve: 'ffdhe2048' });
    const target = { ip: '127.0.0.1', port: await listening(server), tls: true };
    await expect(dialDirectly(target, signal)).rejects.toMatchObject({ code: /HANDSHAKE_FAILURE/ });
    server.close();
  });

  it('fails with the error of a connection that is refused', async () => {
    const server = createServer();
    const port = await listening(server);
    server.close();
    await once(server, 'close');
    await expect(dialDirectly({ ip: '127.0.0.1', port, tls: true }, signal)).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });
});
