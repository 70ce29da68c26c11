import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect as connectHttp2, constants, createServer, type ClientHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { closeIdleSessions } from './http2-sessions.js';
import { TestServer } from '@orch/server-testing';

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const [DATA, HEADERS, RST_STREAM, SETTINGS, PING, CONTINUATION] = [0, 1, 3, 4, 6, 9];
const [END_STREAM, END_HEADERS] = [1, 4];
/** `GET https://x/livez`, in indexed and literal fields. */
const GET_LIVEZ = Buffer.concat([Buffer.from([0x82, 0x87, 0x41, 1, 0x78, 0x44, 6]), Buffer.from('/livez')]);

const WATCH = '/api/v1/namespaces?watch=true&resourceVersion=0&labelSelector=none=none';

/** One frame (RFC 9113, section 4.1). */
function frame(type: number, flags: number, stream: number, payload = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ http2: true });
});
afterAll(() => TestServer.closeAll());
afterEach(async () => expect((await server.call('/livez')).code).toBe(200));

async function open(): Promise<TLSSocket> {
  const { hostname, port } = new URL(server.server.url);
  const socket = connect({ host: hostname, port: Number(port), ca: server.caPem, ALPNProtocols: ['h2'] });
  await once(socket, 'secureConnect');
  socket.on('error', () => undefined); // a reset ends it, too
  socket.write(Buffer.concat([PREFACE, frame(SETTINGS, 0, 0)]));
  return socket;
}

const GOAWAY = 7;

/** Sends until the server sends GOAWAY or closes. @returns the number of pieces sent, at most `most`. */
async function sendUntilRefused(socket: TLSSocket, most: number, piece: (index: number) => Buffer): Promise<number> {
  let refused = false;
  let unread = Buffer.alloc(0);
  const over = new Promise<void>((resolve) => {
    socket.once('close', resolve);
    socket.on('data', (chunk: Buffer) => {
      unread = Buffer.concat([unread, chunk]);
      for (let size = 0; unread.length >= 9; unread = unread.subarray(size)) {
        size = 9 + unread.readUIntBE(0, 3);
        if (unread.length < size) return;
        if (unread[3] === GOAWAY) resolve();
      }
    });
  }).then(() => (refused = true));
  let sent = 0;
  for (; sent < most && !refused; sent++) {
    if (!socket.write(piece(sent))) await Promise.race([once(socket, 'drain'), over]);
    else await new Promise(setImmediate);
  }
  if (sent === most) socket.end();
  await over;
  socket.destroy();
  return sent;
}

describe('the server stops reading an HTTP/2 connection that', () => {
  it('resets its streams at once, more than 250 (CVE-2023-44487)', async () => {
    const reset = frame(RST_STREAM, 0, 0, Buffer.from([0, 0, 0, 8]));
    const pair = (stream: number): Buffer => {
      const both = Buffer.concat([frame(HEADERS, END_STREAM | END_HEADERS, stream, GET_LIVEZ), reset]);
      both.writeUInt32BE(stream, both.length - 8);
      return both;
    };
    const tenAt = (index: number): Buffer =>
      Buffer.concat(Array.from({ length: 10 }, (_, i) => pair(2 * (10 * index + i) + 1)));
    expect(await sendUntilRefused(await open(), 2_000, tenAt)).toBeLessThan(1_000);
  });

  it('never ends its headers, in small CONTINUATION frames', async () => {
    const socket = await open();
    socket.write(frame(HEADERS, END_STREAM, 1, GET_LIVEZ));
    const more = frame(CONTINUATION, 0, 1, Buffer.from([0x00, 1, 0x78, 1, 0x79]));
    expect(await sendUntilRefused(socket, 1_000, () => more)).toBeLessThan(1_000);
  });

  it('sends frames that violate the protocol', async () =>
    expect(await sendUntilRefused(await open(), 1_000, () => frame(DATA, 0, 1))).toBeLessThan(1_000));
});

it.each([
  ['PING', frame(PING, 0, 0, Buffer.alloc(8))],
  ['SETTINGS', frame(SETTINGS, 0, 0)],
])('20,000 frames of %s with unread answers do not block other clients', async (_name, one) => {
  const socket = await open();
  socket.pause();
  socket.write(Buffer.concat(Array.from({ length: 20_000 }, () => one)));
  expect((await server.call('/livez')).code).toBe(200);
  socket.destroy();
});

it('requests whose client takes them back before they begin do not begin', async () => {
  const path = Buffer.from('/api/v1/namespaces?watch=1');
  const watch = Buffer.concat([GET_LIVEZ.subarray(0, 6), Buffer.from([path.length]), path]);
  const streams = Array.from({ length: 200 }, (_, n) => 2 * n + 1);
  for (let n = 0; n < 5; n++) {
    const socket = await open();
    socket.resume();
    await once(socket, 'data'); // its SETTINGS
    socket.write(Buffer.concat(streams.map((id) => frame(HEADERS, END_STREAM | END_HEADERS, id, watch))));
    await new Promise(setImmediate);
    socket.write(Buffer.concat(streams.map((id) => frame(RST_STREAM, 0, id, Buffer.from([0, 0, 0, 8])))));
    await new Promise(setImmediate);
    socket.destroy();
  }
  const watches = async (): Promise<number> => {
    const { text } = await server.call('/metrics', { agent: await server.admin() });
    const line = /^apiserver_longrunning_requests\{verb="WATCH"[^}]*resource="namespaces"[^}]*\} (\d+)$/m.exec(text);
    return Number(line?.[1] ?? 0);
  };
  while ((await watches()) > 0);
});

describe('limits of one HTTP/2 connection', () => {
  let session: ClientHttp2Session;
  beforeEach(async () => {
    session = connectHttp2(server.server.url, { ca: server.caPem, ...(await server.adminPair()) });
    session.on('error', () => undefined);
    await once(session, 'remoteSettings');
  });
  afterEach(() => session.destroy());

  it('the limits are announced in SETTINGS', () => {
    expect(session.remoteSettings).toMatchObject({ maxConcurrentStreams: 250, maxHeaderListSize: 65_536 });
  });

  it('a request whose headers are too large is refused, and others are served', async () => {
    const large = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`x-${i}`, 'y'.repeat(8_000)]));
    const stream = session.request({ ':path': '/livez', ...large });
    await expect(once(stream, 'response')).rejects.toThrow('NGHTTP2_REFUSED_STREAM');
    const next = session.request({ ':path': '/livez' });
    expect((await once(next, 'response'))[0]).toMatchObject({ ':status': 200 });
  });

  it('a stream over the limit is refused', async () => {
    const streams = Array.from({ length: 250 }, () => session.request({ ':path': WATCH }));
    await Promise.all(streams.map((stream) => once(stream, 'response')));
    expect(streams.every((stream) => stream.rstCode === constants.NGHTTP2_NO_ERROR)).toBe(true);
    let isServed = false;
    const late = session.request({ ':path': '/livez' }); // waits for a free stream: the client respects the limit
    late.once('response', () => (isServed = true));
    const served = once(late, 'response');
    expect(isServed).toBe(false);
    streams[0]!.close(constants.NGHTTP2_CANCEL);
    await served;
  });

  it('stays open when its client stops hundreds of watches at once, again and again', async () => {
    const canary = session.request({ ':path': WATCH });
    await once(canary, 'response');
    for (let round = 0; round < 4; round++) {
      const watches = Array.from({ length: 120 }, () => session.request({ ':path': WATCH }));
      await Promise.all(watches.map((watch) => once(watch, 'response')));
      const closed = watches.map((watch) => once(watch, 'close'));
      for (const watch of watches) watch.close(constants.NGHTTP2_CANCEL);
      await Promise.all(closed);
    }
    const [headers] = (await once(session.request({ ':path': '/livez' }), 'response')) as [Record<string, unknown>];
    expect([headers[':status'], canary.closed]).toEqual([200, false]);
  });
});

describe('an idle HTTP/2 connection', () => {
  let idle: ReturnType<typeof createServer>;
  beforeEach(async () => {
    idle = createServer((request, response) => {
      if (request.url === '/answered') response.writeHead(200).write('begun');
      else if (request.url !== '/open') response.end();
    });
    closeIdleSessions(idle as unknown as Server, { idleMs: 50, pingMs: 100, checkMs: 10 });
    await once(idle.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => new Promise((resolve) => idle.close(resolve)));
  const connected = (): ClientHttp2Session => {
    const session = connectHttp2(`http://127.0.0.1:${(idle.address() as AddressInfo).port}`);
    session.on('error', () => undefined);
    return session;
  };

  it('is closed when it never sent a request', async () => {
    await once(connected(), 'close');
  });

  it('is closed when its headers never end', async () => {
    const { connect: connectTcp } = await import('node:net');
    const socket = connectTcp((idle.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write(Buffer.concat([PREFACE, frame(SETTINGS, 0, 0), frame(HEADERS, END_STREAM, 1, GET_LIVEZ)]));
    await once(socket, 'close');
  });

  it('is closed under a request when its client does not answer PING', async () => {
    const { connect: connectTcp } = await import('node:net');
    const socket = connectTcp((idle.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    const getOpen = Buffer.concat([Buffer.from([0x82, 0x86, 0x41, 1, 0x78, 0x44, 5]), Buffer.from('/open')]);
    const headers = frame(HEADERS, END_STREAM | END_HEADERS, 1, getOpen);
    socket.write(Buffer.concat([PREFACE, frame(SETTINGS, 0, 0), headers]));
    await once(socket, 'close');
  });

  it('stays open under a request while its client sends, also before the answer to a PING', async () => {
    const { connect: connectTcp } = await import('node:net');
    const patient = createServer(() => undefined);
    closeIdleSessions(patient as unknown as Server, { idleMs: 300, pingMs: 500, checkMs: 10 });
    await once(patient.listen(0, '127.0.0.1'), 'listening');
    const { port } = patient.address() as AddressInfo;
    const socket = connectTcp(port, '127.0.0.1');
    const getOpen = Buffer.concat([Buffer.from([0x82, 0x86, 0x41, 1, 0x78, 0x44, 5]), Buffer.from('/open')]);
    const headers = frame(HEADERS, END_STREAM | END_HEADERS, 1, getOpen);
    const ping = frame(PING, 0, 0, Buffer.alloc(8, 1));
    socket.on('data', () => void (socket.destroyed || socket.write(ping))); // never an answer to a PING of the server
    socket.write(Buffer.concat([PREFACE, frame(SETTINGS, 0, 0), headers, ping]));
    for (let round = 0; round < 4; round++) {
      const other = connectHttp2(`http://127.0.0.1:${port}`);
      await once(other, 'close'); // by the same timer
    }
    expect([socket.destroyed, socket.readableEnded]).toEqual([false, false]);
    const closed = once(socket, 'close');
    socket.destroy();
    await closed;
    await new Promise((resolve) => patient.close(resolve));
  });

  it('is closed after its last request, not during one', async () => {
    const session = connected();
    const open = session.request({ ':path': '/open' });
    await new Promise((resolve) => session.ping(resolve));
    const other = connected(); // closed by the same timer, later than the first one
    await once(other, 'close');
    await new Promise<void>((resolve, reject) => {
      if (session.destroyed) reject(new Error('the connection was closed under its request'));
      session.ping(() => resolve());
    });
    const closed = once(session, 'close');
    open.close(constants.NGHTTP2_CANCEL);
    await closed;
  });
});

describe('an HTTP/2 connection with an open request', () => {
  /** Requests that are taken back at once, and how often: in all more than may be, and fewer than nghttp2 allows. */
  const [AT_ONCE, ROUNDS] = [100, 6];
  const NEVER_MS = 600_000;
  let patient: ReturnType<typeof createServer>;
  let session: ClientHttp2Session;
  beforeEach(async () => {
    patient = createServer((request, response) => {
      if (request.url === '/answered') response.writeHead(200).write('begun');
    });
    closeIdleSessions(patient as unknown as Server, { idleMs: NEVER_MS, pingMs: NEVER_MS, checkMs: NEVER_MS });
    await once(patient.listen(0, '127.0.0.1'), 'listening');
    session = connectHttp2(`http://127.0.0.1:${(patient.address() as AddressInfo).port}`);
    session.on('error', () => undefined);
    await once(session, 'remoteSettings');
    request('/open');
  });
  afterEach(async () => {
    session.destroy();
    await new Promise((resolve) => patient.close(resolve));
  });

  const request = (path: string) => session.request({ ':path': path }).on('error', () => undefined);

  /** @returns whether the connection is open after a PING. */
  const isOpen = (): Promise<boolean> =>
    new Promise((resolve) => {
      session.once('close', () => resolve(false));
      session.ping((error) => resolve(!error));
    });

  /** Ends {@link AT_ONCE} requests with a code, several times. @returns the rounds after which the connection was open. */
  async function takeBack(path: string, code: number): Promise<number> {
    for (let round = 0; round < ROUNDS; round++) {
      const streams = Array.from({ length: AT_ONCE }, () => request(path));
      if (path === '/answered') await Promise.all(streams.map((stream) => once(stream, 'response')));
      else if (!(await isOpen())) return round;
      for (const stream of streams) stream.close(code);
      if (!(await isOpen())) return round;
    }
    return ROUNDS;
  }

  it.each(['NGHTTP2_CANCEL', 'NGHTTP2_STREAM_CLOSED', 'NGHTTP2_REFUSED_STREAM', 'NGHTTP2_NO_ERROR'] as const)(
    'is closed when its client takes back hundreds of requests with %s, next to answered ones',
    async (code) => {
      const answered = Array.from({ length: 50 }, () => request('/answered'));
      await Promise.all(answered.map((stream) => once(stream, 'response')));
      for (const stream of answered) stream.close(constants.NGHTTP2_CANCEL);
      expect(await takeBack('/open', constants[code])).toBeLessThan(ROUNDS);
    },
  );

  it('stays open when its client ends as many answered requests', async () =>
    expect(await takeBack('/answered', constants.NGHTTP2_STREAM_CLOSED)).toBe(ROUNDS));
});
