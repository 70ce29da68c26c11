import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect as connectHttp2, constants, createSecureServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { systemClock } from '@orch/apimachinery';
import { guardTlsServer } from '@orch/connections';
import { createCertificateAuthority } from '@orch/pki';
import { skipResetStreams } from './http2-sessions.js';

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const [HEADERS, RST_STREAM, SETTINGS] = [1, 3, 4];
const [END_STREAM, END_HEADERS] = [1, 4];
/** `GET https://x/livez`, which adds two fields to the table, and then by references to them. */
const GET_LIVEZ = Buffer.concat([Buffer.from([0x82, 0x87, 0x41, 1, 0x78, 0x44, 6]), Buffer.from('/livez')]);
const GET_AGAIN = Buffer.from([0x82, 0x87, 0xbf, 0xbe]);
/** Of HEADERS by references and RST_STREAM. */
const PAIR_BYTES = 9 + GET_AGAIN.length + 13;
/** A step is as long as the longest record. */
const PER_STEP = Math.ceil((16 * 1_024) / PAIR_BYTES);

/** Resets of one connection that nghttp2 allows at once. */
const MOST_RESETS = 1_000;

/** One frame (RFC 9113, section 4.1). */
function frame(type: number, flags: number, stream: number, payload = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Streams that are reset at once. */
const resets = (count: number, code: number): Buffer =>
  Buffer.concat(
    Array.from({ length: count }, (_, i) => [
      frame(HEADERS, END_STREAM | END_HEADERS, 2 * i + 3, GET_AGAIN),
      frame(RST_STREAM, 0, 2 * i + 3, Buffer.from([0, 0, 0, code])),
    ]).flat(),
  );

describe('an HTTP/2 server', () => {
  /** Streams that began in each turn of the event loop. */
  let begun: number[];
  let requests = 0;
  let server: Server;
  const open: { destroy(): void }[] = [];

  beforeEach(async () => {
    const { certificatePem: cert, privateKeyPem: key } = await createCertificateAuthority({
      commonName: 'test',
      notBeforeMs: systemClock.now(),
      validityDays: 1,
    });
    requests = 0;
    begun = [0];
    server = createSecureServer({ cert, key }, (_, reply) => {
      requests++;
      reply.end('served');
    }) as unknown as Server;
    skipResetStreams(server);
    guardTlsServer(server);
    server.on('session', (session: ServerHttp2Session) => {
      open.push(session);
      session.on('stream', () => {
        if (begun[begun.length - 1]!++ === 0) setImmediate(() => begun.push(0));
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    for (const connection of open.splice(0)) connection.destroy();
    server.close();
  });

  const begunInAll = (): number => begun.reduce((sum, count) => sum + count, 0);
  const port = (): number => (server.address() as AddressInfo).port;

  /** A connection with an answered request. */
  async function opened(): Promise<TLSSocket> {
    const client = connect({ port: port(), host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] });
    open.push(client);
    client.on('error', () => undefined).resume();
    await once(client, 'secureConnect');
    const before = requests;
    const first = frame(HEADERS, END_STREAM | END_HEADERS, 1, GET_LIVEZ);
    client.write(Buffer.concat([PREFACE, frame(SETTINGS, 0, 0), first]));
    while (requests === before) await new Promise(setImmediate);
    return client;
  }

  it('decodes no more than a step of a connection in one turn of the event loop', async () => {
    const client = await opened();
    client.write(resets(2_000, constants.NGHTTP2_CANCEL));
    while (begunInAll() < MOST_RESETS) await new Promise(setImmediate);
    expect(begunInAll()).toBeGreaterThan(PER_STEP);
    expect(Math.max(...begun)).toBeLessThanOrEqual(PER_STEP);
  });

  it('decodes few bytes of a connection before many of others', async () => {
    const session = connectHttp2(`https://127.0.0.1:${port()}`, { rejectUnauthorized: false });
    open.push(session);
    await once(session, 'remoteSettings');
    const flood = [];
    for (let n = 0; n < 10; n++) flood.push(await opened());
    for (const client of flood) client.write(resets(2_000, constants.NGHTTP2_CANCEL));
    while (begunInAll() < 100) await new Promise(setImmediate);
    await once(session.request({ ':path': '/' }), 'response');
    expect(begunInAll()).toBeLessThan((flood.length / 2) * MOST_RESETS);
    while (begunInAll() < flood.length * MOST_RESETS) await new Promise(setImmediate);
  });

  it.each(['NGHTTP2_CANCEL', 'NGHTTP2_STREAM_CLOSED', 'NGHTTP2_NO_ERROR'] as const)(
    'begins no request whose stream is reset with %s in the same read',
    async (code) => {
      const client = await opened();
      const before = begunInAll();
      client.write(resets(100, constants[code]));
      while (begunInAll() < before + 100) await new Promise(setImmediate);
      for (let n = 0; n < 3; n++) await new Promise(setImmediate);
      expect(requests).toBe(1);
      client.write(frame(HEADERS, END_STREAM | END_HEADERS, 1_001, GET_AGAIN));
      while (requests === 1) await new Promise(setImmediate);
    },
  );
});
