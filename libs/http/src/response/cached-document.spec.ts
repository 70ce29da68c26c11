import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as request1, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createServer2, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { CachedDocument, type CachingRequest } from './cached-document.js';

const PIECES = ['{"a":[', '1', ',2', ']}', 'x'.repeat(300_000)].map((text) => Buffer.from(text));
const WHOLE = Buffer.concat(PIECES);

const asked = (headers: IncomingMessage['headers'], reply: ServerResponse | Http2ServerResponse): CachingRequest => ({
  reply: reply as ServerResponse,
  auditId: 'a',
  warnings: [],
  headers,
  user: { username: 'ann', groups: [] },
  impersonator: undefined,
  raw: {} as CachingRequest['raw'],
});

/** The answer of a server to HTTP/1. */
async function over1(document: CachedDocument, method = 'GET', headers: Record<string, string> = {}) {
  const server = createServer((req, reply) => void document.send(asked(req.headers, reply))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sent = request1({ port: (server.address() as AddressInfo).port, method, headers, agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray());
  server.close();
  return { status: answer.statusCode, length: answer.headers['content-length'], etag: answer.headers.etag, body };
}

async function over2(document: CachedDocument) {
  const server = createServer2((req, reply) => void document.send(asked(req.headers, reply))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const body = Buffer.concat(await session.request({ ':path': '/' }).toArray());
  session.close();
  server.close();
  return body;
}

/** Answers a client that does not read the body, and leaves. @returns the most bytes that waited for it. */
async function unread(document: CachedDocument, headers: Record<string, string> = {}) {
  let sent = Promise.resolve();
  let reply: ServerResponse;
  let most = 0;
  const server = createServer((req, made) => {
    reply = made;
    const measure = <R>(result: R): R => {
      most = Math.max(most, made.writableLength);
      return result;
    };
    const write = made.write.bind(made) as (bytes: Buffer) => boolean;
    const end = made.end.bind(made) as (bytes?: Buffer) => ServerResponse;
    made.write = ((bytes: Buffer) => measure(write(bytes))) as typeof made.write;
    made.end = ((bytes?: Buffer) => measure(end(bytes))) as typeof made.end;
    sent = Promise.resolve(document.send(asked(req.headers, made)));
    server.emit('begun');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = request1({ port, headers, agent: false }).end();
  const [[answer]] = (await Promise.all([once(client, 'response'), once(server, 'begun')])) as [[IncomingMessage], []];
  answer.pause();
  answer.destroy();
  await sent;
  await once(server.close(), 'close');
  return { most, reply: reply! };
}

describe('a document of many megabytes', () => {
  const pieces = Array.from({ length: 3_000 }, (_, at) => Buffer.alloc(4_000, `${at} `));
  const whole = Buffer.concat(pieces);
  const document = new CachedDocument('application/json', pieces);

  it('is answered as a whole, over HTTP/1 and HTTP/2', async () => {
    const { body, length } = await over1(document);
    expect(length).toBe(String(whole.length));
    expect(body.equals(whole)).toBe(true);
    expect((await over2(document)).equals(whole)).toBe(true);
  });

  it('has no body in the answer to HEAD', async () => {
    const { body, length } = await over1(document, 'HEAD');
    expect([body.length, length]).toEqual([0, String(whole.length)]);
  });

  it('is written no further than its client reads, and ends with its client', async () => {
    const { most, reply } = await unread(document);
    expect(most).toBeLessThan(1_000_000);
    expect(reply.destroyed).toBe(true);
  });
});

describe('a document is written no further than its client reads', () => {
  it.each([
    ['of three megabytes', 'identity', 3_000_000],
    ['compressed to many megabytes', 'gzip', 8_000_000],
  ])('%s', async (_, encoding, bytes) => {
    const document = new CachedDocument('application/json', [randomBytes(bytes / 2), randomBytes(bytes / 2)]);
    const { most } = await unread(document, { 'accept-encoding': encoding });
    expect(most).toBeLessThan(300_000);
  });
});

describe('a document in pieces', () => {
  const document = new CachedDocument('application/json', PIECES);
  const { hash } = new CachedDocument('application/json', [WHOLE]);

  it('has the hash and the bytes of the whole', () => {
    expect(document.hash).toBe(hash);
    expect(document.bytes.equals(WHOLE)).toBe(true);
  });

  it('is answered as a whole over HTTP/1, with its length', async () => {
    const { body, ...rest } = await over1(document);
    expect(rest).toEqual({ status: 200, length: String(WHOLE.length), etag: `"${hash}"` });
    expect(body.equals(WHOLE)).toBe(true);
  });

  it('is answered as a whole over HTTP/2', async () => expect((await over2(document)).equals(WHOLE)).toBe(true));

  it('has no body in the answer to HEAD', async () => {
    const { body, length } = await over1(document, 'HEAD');
    expect([body.length, length]).toEqual([0, String(WHOLE.length)]);
  });

  it('is compressed as a whole', async () => {
    const { body } = await over1(document, 'GET', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(body).equals(WHOLE)).toBe(true);
  });

  it('is not sent to clients that have it', async () => {
    const { status, body } = await over1(document, 'GET', { 'if-none-match': `"${hash}"` });
    expect([status, body.length]).toEqual([304, 0]);
  });
});
