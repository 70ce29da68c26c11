import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type AddressInfo, Socket } from 'node:net';
import { connect as connectHttp2, createSecureServer, type ServerHttp2Stream } from 'node:http2';
import { createServer, get } from 'node:https';
import { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { systemClock } from '@orch/apimachinery';
import { createCertificateAuthority } from '@orch/pki';
import { MAX_CERTIFICATES } from '../layers/handshake-flight.js';
import { guardedBelow, guardHandshakes } from './guard-handshakes.js';
import { awaitedRequest } from './first-request.js';

/** Certificates of small size with keys of brainpoolP512r1 and wrong signatures, below one of a client. */
const WRONG_SIGNATURES = [
  'MIGjMIGHAgEBMAkGByqGSM49BAEwCjEIMAYGASoMAWIwBBcAFwAwCjEIMAYGASoMAWwwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASV88Vaf3Guq/JrXeQq4Rp+lO+KW8u5pCbtmf+N/v0H/Uk78DGNNd3lynoKkukxwN/t7i2ra98hveD+bulZY0fDMAkGByqGSM49BAEDDAAwCQIBBwIEASNFZw==',
  'MIGZMH4CAQIwCQYHKoZIzj0EATAAMAQXABcAMAoxCDAGBgEqDAFiMFowFAYHKoZIzj0CAQYJKyQDAwIIAQENA0IAAkBFvX/VhwhoR0bEnVwiwrdkJuA7mPYGldGkXt4Uoer1uFA4vXGAPpaIoZhvZpr94JL3CkthcjgyrqJcXPoEibowCQYHKoZIzj0EAQMMADAJAgEHAgQBI0Vn',
  'MIGZMH4CAQMwCQYHKoZIzj0EATAKMQgwBgYBKgwBYjAEFwAXADAAMFowFAYHKoZIzj0CAQYJKyQDAwIIAQENA0IAAkBFvX/VhwhoR0bEnVwiwrdkJuA7mPYGldGkXt4Uoer1uFA4vXGAPpaIoZhvZpr94JL3CkthcjgyrqJcXPoEibowCQYHKoZIzj0EAQMMADAJAgEHAgQBI0Vn',
  'MIGZMH4CAQQwCQYHKoZIzj0EATAAMAQXABcAMAoxCDAGBgEqDAFiMFowFAYHKoZIzj0CAQYJKyQDAwIIAQENA0IAAkBFvX/VhwhoR0bEnVwiwrdkJuA7mPYGldGkXt4Uoer1uFA4vXGAPpaIoZhvZpr94JL3CkthcjgyrqJcXPoEibowCQYHKoZIzj0EAQMMADAJAgEHAgQBI0Vn',
  'MIGZMH4CAQUwCQYHKoZIzj0EATAKMQgwBgYBKgwBYjAEFwAXADAAMFowFAYHKoZIzj0CAQYJKyQDAwIIAQENA0IAAkBFvX/VhwhoR0bEnVwiwrdkJuA7mPYGldGkXt4Uoer1uFA4vXGAPpaIoZhvZpr94JL3CkthcjgyrqJcXPoEibowCQYHKoZIzj0EAQMMADAJAgEHAgQBI0Vn',
];
const KEY =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSHfz1TBgOvtPrjWwWAceSJsp9Lofw1xdM0vr9VUMvcehRANCAASV88Vaf3Guq/JrXeQq4Rp+lO+KW8u5pCbtmf+N/v0H/Uk78DGNNd3lynoKkukxwN/t7i2ra98hveD+bulZY0fD';
const pem = (name: string, base64: string): string => `-----BEGIN ${name}-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END ${name}-----\n`; // prettier-ignore

const pair = async () => {
  const made = await createCertificateAuthority({
    commonName: 'test',
    notBeforeMs: systemClock.now(),
    validityDays: 1,
  });
  return { cert: made.certificatePem, key: made.privateKeyPem };
};

/**
 * The certificates of a client, in records, without what follows them: its signature and the end of the handshake.
 * @param raw on which it sends its ClientHello.
 */
function certificateFlight(raw: Socket, identity: { cert: string; key: string }): Promise<Buffer> {
  const written: Buffer[] = [];
  return new Promise((resolve) => {
    const cut = new Duplex({
      read: () => undefined,
      write(chunk: Buffer, _encoding, done) {
        if (written.push(chunk) === 1) raw.write(chunk);
        else setImmediate(() => resolve(withoutLastTwo(Buffer.concat(written.slice(1)))));
        done();
      },
    });
    raw.on('data', (chunk: Buffer) => cut.push(chunk));
    connectTls({ socket: cut, ...identity, minVersion: 'TLSv1.3', rejectUnauthorized: false });
  });
}

function withoutLastTwo(records: Buffer): Buffer {
  const starts: number[] = [];
  for (let at = 0; at < records.length; at += 5 + records.readUInt16BE(at + 3)) starts.push(at);
  return records.subarray(0, starts.at(-2));
}

describe('a TLS server behind the gate', () => {
  let server: Server;
  const open: Socket[] = [];

  beforeAll(async () => {
    server = createServer(await pair(), (_request, reply) => void reply.end('served'));
    guardHandshakes(server, { perNetwork: 2, total: 8, timeMs: 60_000 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const port = () => (server.address() as AddressInfo).port;
  const silent = async (): Promise<Socket> => {
    const accepted = once(server, 'connection');
    const socket = connect(port(), '127.0.0.1');
    open.push(socket);
    await accepted;
    return socket;
  };

  it('serves connections that waited, with the bytes they sent meanwhile', async () => {
    const [first] = [await silent(), await silent()];
    const accepted = once(server, 'connection');
    const waiting = connectTls({ port: port(), host: '127.0.0.1', rejectUnauthorized: false });
    open.push(waiting);
    await accepted;
    await silent();
    const cut = await silent();
    await once(cut, 'close');
    // Another address is served at once.
    const elsewhere = get({ port: port(), localAddress: '127.0.0.2', rejectUnauthorized: false, agent: false });
    const [answer] = await once(elsewhere, 'response');
    expect((answer as { statusCode: number }).statusCode).toBe(200);
    first!.destroy();
    await once(waiting, 'secureConnect');
    waiting.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const [bytes] = await once(waiting, 'data');
    expect(String(bytes)).toContain('200 OK');
  });

  it('destroys a connection whose ClientHello is too long, or ends before it is complete', async () => {
    for (const bytes of [Buffer.from([22, 3, 1, 64, 0, 1, 0, 64, 1]), Buffer.from([22, 3, 1])]) {
      const socket = connect({ port: port(), host: '127.0.0.1', localAddress: '127.0.0.3' });
      open.push(socket);
      socket.on('error', () => undefined);
      if (bytes.length > 3) socket.write(bytes);
      else socket.end(bytes);
      socket.resume();
      await once(socket, 'close');
    }
  });

  /** A server that requests certificates, on a port of its own. `costMs` is what OpenSSL seems to take for bytes of a handshake. */
  const requesting = async (costMs: () => number, mayBeDirect = true) => {
    let cpuMs = 0;
    const tls = createServer({ ...(await pair()), requestCert: true, rejectUnauthorized: false }, (_request, reply) =>
      reply.end('served'),
    );
    const limits = { perNetwork: 20, total: 200, timeMs: 60_000 };
    const gate = guardHandshakes(tls, limits, { mayBeDirect, cpuClock: () => (cpuMs += costMs()) });
    const charged = jest.spyOn(gate, 'charge');
    tls.listen(0, '127.0.0.1');
    await once(tls, 'listening');
    const to = (tls.address() as AddressInfo).port;
    const close = (): void => {
      tls.closeAllConnections();
      tls.close();
    };
    return { tls, to, charged: () => charged.mock.calls.map(([, costMs]) => costMs), close };
  };

  it('lets other addresses go first after a handshake that took long', async () => {
    let costMs = 450; // as if OpenSSL checked a long chain
    const { tls, to, close } = await requesting(() => costMs);
    const identity = await pair();
    const order: string[] = [];
    const come = (localAddress: string): Promise<unknown> => {
      const socket = connect({ port: to, host: '127.0.0.1', localAddress });
      const client = connectTls({ socket, ...identity, rejectUnauthorized: false });
      open.push(client);
      return once(client, 'secureConnect').then(() => order.push(localAddress));
    };
    const first = once(tls, 'secureConnection');
    await Promise.all([come('127.0.0.4'), first]);
    costMs = 0;
    const accepted = once(tls, 'connection');
    const again = come('127.0.0.4');
    await accepted;
    await Promise.all([again, come('127.0.0.5')]);
    expect(order).toEqual(['127.0.0.4', '127.0.0.5', '127.0.0.4']);
    close();
  });

  it('charges certificates of a client that never ends its handshake', async () => {
    const { tls, to, charged, close } = await requesting(() => 100);
    const raw = connect(to, '127.0.0.1');
    open.push(raw);
    const { cert, key } = await pair();
    const flight = await certificateFlight(raw, { cert: cert.repeat(3), key });
    const before = charged().length;
    raw.write(flight);
    while (charged().length === before) await new Promise(setImmediate);
    expect([charged().at(-1), tls.listenerCount('secureConnection') > 0]).toEqual([100, true]);
    close();
  });

  it.each([
    ['TLS 1.2', { maxVersion: 'TLSv1.2' }],
    ['AES 256', { ciphers: 'TLS_AES_256_GCM_SHA384' }],
    ['AES 128', { ciphers: 'TLS_AES_128_GCM_SHA256' }],
    ['ChaCha20', { ciphers: 'TLS_CHACHA20_POLY1305_SHA256' }],
    ['a second ClientHello', { ecdhCurve: 'X448:P-256' }],
  ] as const)('ends a connection with more than a few certificates: %s', async (_what, options) => {
    const { tls, to, close } = await requesting(() => 0);
    tls.setSecureContext({ ...(await pair()), ecdhCurve: 'P-256' });
    const { cert, key } = await pair();
    const come = async (certificates: number): Promise<string> => {
      const identity = { cert: cert.repeat(certificates), key };
      const client = connectTls({ port: to, ...identity, rejectUnauthorized: false, ...options });
      open.push(client);
      client.on('error', () => undefined); // a reset counts as an end
      client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      return await new Promise((resolve) => {
        client.once('data', () => resolve('served')).once('close', () => resolve('ended'));
      });
    };
    const answers: string[] = [];
    for (const certificates of [1, MAX_CERTIFICATES, MAX_CERTIFICATES + 1]) answers.push(await come(certificates));
    expect(answers).toEqual(['served', 'served', 'ended']);
    close();
  });

  it('ends a connection whose certificates OpenSSL reports as an error, with the request that comes with them', async () => {
    const { to, close } = await requesting(() => 0);
    const cert = WRONG_SIGNATURES.map((each) => pem('CERTIFICATE', each)).join('');
    const key = pem('PRIVATE KEY', KEY);
    const client = connectTls({ port: to, cert, key, rejectUnauthorized: false, ciphers: 'ALL:@SECLEVEL=0' });
    open.push(client);
    client.on('error', () => undefined); // a reset counts as an end
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    client.resume();
    await once(client, 'close');
    close();
  });

  it('does not charge the request that comes with the last bytes of a handshake', async () => {
    const { to, charged, close } = await requesting(() => 5);
    const client = connectTls({ port: to, ...(await pair()), rejectUnauthorized: false });
    open.push(client);
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [bytes] = await once(client, 'data');
    expect(String(bytes)).toContain('200 OK');
    expect(charged()).toEqual([5]);
    close();
  });

  it('does not charge a handshake without certificates, with or without a request', async () => {
    const { to, charged, close } = await requesting(() => 100);
    const client = connectTls({ port: to, rejectUnauthorized: false });
    open.push(client);
    client.write(`GET /${'x'.repeat(1_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const [bytes] = await once(client, 'data');
    expect([String(bytes).slice(0, 15), charged()]).toEqual(['HTTP/1.1 200 OK', []]);
    close();
  });

  /** A request of an administrator on a new connection to the server. */
  const requestOfAdministrator = async (tls: Server): Promise<void> => {
    const { port } = tls.address() as AddressInfo;
    const client = get({ port, rejectUnauthorized: false, agent: false });
    const [raw] = (await once(tls, 'request')) as [IncomingMessage];
    awaitedRequest(raw.socket)!(true);
    await once(client, 'response');
    client.destroy();
  };

  it.each(['guarded', 'direct'])('ends a %s connection with more certificates than clients have', async (kind) => {
    const { tls, to, close } = await requesting(() => 0);
    if (kind === 'direct') await requestOfAdministrator(tls);
    const request = jest.fn();
    tls.on('request', request);
    const { cert, key } = await pair();
    const client = connectTls({ port: to, cert: cert.repeat(40), key, rejectUnauthorized: false });
    open.push(client);
    client.on('error', () => undefined); // a reset counts as an end
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    client.resume();
    await once(client, 'close');
    expect(request).not.toHaveBeenCalled();
    close();
  });

  it('guards connections, until an administrator has sent a request from their network', async () => {
    const { tls, close } = await requesting(() => 0);
    const given: unknown[] = [];
    tls.on('secureConnection', (secure: TLSSocket) => given.push(guardedBelow(secure)?.connection));
    for (let n = 0; n < 2; n++) await requestOfAdministrator(tls);
    expect(given).toEqual([expect.any(Socket), undefined]);
    close();
  });

  it('begins connections that come at once without a wait on a server that does not report their users', async () => {
    const { to, close } = await requesting(() => 0, false);
    const connected = Array.from({ length: 2 }, async () => {
      const client = connectTls({ port: to, rejectUnauthorized: false });
      open.push(client);
      await once(client, 'secureConnect');
    });
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    await Promise.all(connected).finally(() => jest.useRealTimers());
    close();
  });

  it.each([
    [['h2', 'http/1.1'], 'h2', expect.any(Socket)],
    [['http/1.1'], 'http/1.1', undefined],
  ])(
    'guards connections that offer %s of the network of an administrator: %s',
    async (ALPNProtocols, chosen, below) => {
      const tls = createSecureServer({ ...(await pair()), allowHTTP1: true }, (_, reply) => void reply.end());
      guardHandshakes(tls as unknown as Server, { perNetwork: 9, total: 9, timeMs: 60_000 }, { mayBeDirect: true });
      await once(tls.listen(0, '127.0.0.1'), 'listening');
      await requestOfAdministrator(tls as unknown as Server);
      const { port } = tls.address() as AddressInfo;
      const client = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols });
      open.push(client);
      const [secure] = (await once(tls, 'secureConnection')) as [TLSSocket];
      expect([secure.alpnProtocol, guardedBelow(secure)?.connection]).toEqual([chosen, below]);
      tls.close();
    },
  );

  it('closes an HTTP/2 connection that cannot be written to any more, also while it is not read', async () => {
    const tls = createSecureServer(await pair());
    guardHandshakes(tls as unknown as Server, { perNetwork: 2, total: 8, timeMs: 60_000 });
    await once(tls.listen(0, '127.0.0.1'), 'listening');
    const began = Promise.all([once(tls, 'secureConnection'), once(tls, 'stream')]);
    const raw = connect((tls.address() as AddressInfo).port, '127.0.0.1');
    open.push(raw);
    const socket = connectTls({ socket: raw, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
    const session = connectHttp2('https://x', { createConnection: () => socket });
    session.on('error', () => undefined);
    session.request({ ':path': '/' }).on('error', () => undefined);
    const [[secure], [stream]] = (await began) as [[TLSSocket], [ServerHttp2Stream]];
    stream.on('error', () => undefined);
    const below = guardedBelow(secure)?.connection as Socket & { readonly _handle: { readStop(): void } };
    below._handle.readStop();
    raw.resetAndDestroy();
    stream.respond();
    while (!stream.destroyed) {
      if (!stream.writableNeedDrain) stream.write('event');
      await new Promise(setImmediate);
    }
    expect(below.destroyed).toBe(true);
    session.destroy();
    tls.close();
  });

  it('says the addresses of a connection', async () => {
    const { tls, to, close } = await requesting(() => 0);
    const secure = once(tls, 'secureConnection');
    const client = connectTls({ port: to, host: '127.0.0.1', rejectUnauthorized: false });
    open.push(client);
    const [connection] = (await secure) as [Socket];
    const { remoteAddress, remotePort, localPort } = connection;
    expect({ remoteAddress, remotePort, localPort }).toEqual({
      remoteAddress: '127.0.0.1',
      remotePort: client.localPort,
      localPort: to,
    });
    close();
  });

  it('destroys a handshake after the timeout', async () => {
    const slow = createServer(await pair());
    guardHandshakes(slow, { perNetwork: 2, total: 8, timeMs: 1 });
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const socket = connect((slow.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined); // a reset counts as an end
    await once(socket, 'close');
    slow.close();
  });
});
