import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  connect as connectHttp2,
  createSecureServer,
  type ClientHttp2Session,
  type Http2ServerResponse,
} from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { systemClock } from '@orch/apimachinery';
import { createCertificateAuthority } from '@orch/pki';
import { guardedBelow, guardHandshakes } from './guard-handshakes.js';
import { ReadTurns } from '../layers/read-turns.js';
import { readInTurns } from './read-in-turns.js';

const CONNECTIONS = 20;
/** Connections that are read before others are paused, where each takes six milliseconds. */
const READ_AT_ONCE = 3;

/** Counts what happens in each turn of the event loop, on a clock that events put on. */
class Turns {
  nowMs = 0;
  readonly events: string[][] = [[]];

  count(name: string, tookMs = 6): void {
    this.nowMs += tookMs;
    if (this.events.at(-1)!.push(name) === 1) setImmediate(() => this.events.push([]));
  }

  readonly now = (): number => this.nowMs;

  get most(): number {
    return Math.max(...this.events.map(({ length }) => length));
  }

  /** In which all of them happen. */
  with(...names: readonly string[]): number {
    return this.events.filter((turn) => names.every((name) => turn.includes(name))).length;
  }

  async reach(total: number, name?: string): Promise<void> {
    while (this.events.flat().filter((event) => !name || event === name).length < total) await nextTurn();
  }
}

const open: (Socket | ClientHttp2Session)[] = [];
const servers: { close(): unknown }[] = [];
afterEach(() => {
  for (const connection of open.splice(0)) connection.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function listening<S extends Server>(server: S): Promise<number> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Connections from an address, by name. */
async function connected(port: number, names: readonly string[], localAddress: string): Promise<Map<string, Socket>> {
  const sockets = new Map<string, Socket>();
  for (const name of names) {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    open.push(socket);
    sockets.set(name, socket);
    await once(socket, 'connect');
  }
  return sockets;
}

const names = (prefix: string): string[] => Array.from({ length: CONNECTIONS }, (_, i) => `${prefix}${i}`);

describe('connections with bytes in one poll', () => {
  async function setUp() {
    const turns = new Turns();
    const reads = new ReadTurns(turns.now);
    const accepted: Socket[] = [];
    const server = createServer((socket) => {
      reads.add(socket);
      accepted.push(socket);
      socket.on('data', (bytes) => {
        turns.count(String(bytes));
        reads.check();
      });
    });
    return { turns, accepted, port: await listening(server as unknown as Server) };
  }

  it('are read for a part of the turn; client networks take turns in the next ones', async () => {
    const { turns, accepted, port } = await setUp();
    const flood = await connected(port, names('flood'), '127.0.0.1');
    const other = await connected(port, ['other'], '127.0.0.2');
    while (accepted.length < CONNECTIONS + 1) await nextTurn();
    for (const [name, socket] of [...flood, ...other]) socket.write(name);
    await turns.reach(CONNECTIONS + 1);
    expect(turns.most).toBe(READ_AT_ONCE);
    expect(turns.events.slice(0, 2).flat()).toContain('other');
  });

  it('are read in one of the next turns when little was read of them, however much those of their network send', async () => {
    const { turns, accepted, port } = await setUp();
    const flood = await connected(port, names('flood'), '127.0.0.1');
    const [other] = [...(await connected(port, ['other'], '127.0.0.1')).values()];
    while (accepted.length < CONNECTIONS + 1) await nextTurn();
    for (const socket of accepted) socket.on('data', () => void socket.write('answer'));
    for (const socket of flood.values()) {
      let left = 10;
      socket.on('data', () => void (left-- > 0 && socket.write('flood')));
      socket.write('flood');
    }
    await turns.reach(CONNECTIONS);
    const before = turns.events.length;
    other!.write('other');
    await turns.reach(1, 'other');
    expect(turns.events.length - before).toBeLessThanOrEqual(2 * READ_AT_ONCE);
    await turns.reach(11 * CONNECTIONS, 'flood');
  });

  it('are read on when they are paused several times, until they close', async () => {
    const { turns, accepted, port } = await setUp();
    const sockets = await connected(port, names(''), '127.0.0.1');
    while (accepted.length < CONNECTIONS) await nextTurn();
    for (let round = 1; round <= 5; round++) {
      for (const [name, socket] of sockets) socket.write(name);
      await turns.reach(CONNECTIONS * round);
    }
    const closed = accepted.map((socket) => once(socket, 'close'));
    for (const socket of sockets.values()) socket.end('end');
    await Promise.all(closed);
    expect(turns.most).toBe(READ_AT_ONCE);
  });

  it('are not read on while Node does not read them', async () => {
    const { turns, accepted, port } = await setUp();
    const sockets = await connected(port, names(''), '127.0.0.1');
    while (accepted.length < CONNECTIONS) await nextTurn();
    const last = accepted.at(-1)!;
    last.pause();
    sockets.get(`${CONNECTIONS - 1}`)!.write(Buffer.alloc(4 * 1_024 * 1_024));
    while (last.readableLength < last.readableHighWaterMark) await nextTurn();
    const { bytesRead } = last;
    for (const [name, socket] of [...sockets].slice(0, -1)) socket.write(name);
    await turns.reach(CONNECTIONS - 1);
    expect(last.bytesRead).toBe(bytesRead);
  });
});

it('connections that end in one poll end in several turns', async () => {
  const turns = new Turns();
  const reads = new ReadTurns(() => 0);
  const server = createServer((socket) => {
    reads.add(socket);
    socket.resume().once('end', () => turns.count('end'));
  });
  const port = await listening(server as unknown as Server);
  const many = Array.from({ length: 300 }, (_, i) => `${i}`);
  const sockets = await connected(port, many, '127.0.0.1');
  for (const socket of sockets.values()) socket.destroy();
  await turns.reach(many.length);
  expect(turns.most).toBeLessThanOrEqual(32);
});

describe('connections that are accepted', () => {
  const WAITING = 10;
  const MOST_TURNS_WITH_READS = WAITING / 2;

  function connectAtOnce(port: number, count: number): Socket[] {
    const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1' }));
    open.push(...sockets);
    return sockets;
  }

  /** A server that answers all that it reads. @param acceptMs what it takes to accept a connection. */
  async function setUp(acceptMs: number) {
    const turns = new Turns();
    const reads = new ReadTurns(turns.now);
    const server = createServer((socket) => {
      turns.count('accepted', acceptMs);
      reads.accepted();
      reads.add(socket);
      socket.on('data', (bytes) => {
        turns.count('read');
        reads.check();
        socket.write(bytes);
      });
    });
    return { turns, port: await listening(server as unknown as Server) };
  }

  /** Each sends bytes again whenever they are answered. */
  function flood(sockets: readonly Socket[]): void {
    for (const socket of sockets) {
      socket.on('data', (bytes) => void socket.write(bytes));
      socket.write('bytes');
    }
  }

  it('are accepted in turns without reads after turns of reads', async () => {
    const turns = new Turns();
    const server = createSecureServer(await serverPair(), (_, reply) => {
      turns.count('read');
      reply.end('served');
    }) as unknown as Server;
    readInTurns(server, turns.now);
    const port = await listening(server);
    const requests: (() => Promise<unknown>)[] = [];
    for (let n = 0; n < CONNECTIONS; n++) requests.push(await connectedClient('http/1.1', port));
    server.on('connection', () => turns.count('accepted', 0));
    let isOver = false;
    const ended = requests.map(async (request) => {
      while (!isOver) await request();
    });
    await turns.reach(CONNECTIONS, 'read');
    connectAtOnce(port, WAITING);
    await turns.reach(WAITING, 'accepted');
    isOver = true;
    await Promise.all(ended);
    expect(turns.with('accepted', 'read')).toBeLessThanOrEqual(MOST_TURNS_WITH_READS);
  });

  it('are accepted before the first bytes of new ones are read', async () => {
    const { port, turns } = await setUp(0);
    flood(connectAtOnce(port, WAITING));
    await turns.reach(WAITING, 'accepted');
    expect(turns.with('accepted', 'read')).toBeLessThanOrEqual(MOST_TURNS_WITH_READS);
  });

  it('leave half of the time for reads', async () => {
    const { port, turns } = await setUp(6);
    const many = 10 * WAITING;
    flood(connectAtOnce(port, many));
    await turns.reach(many, 'accepted');
    expect(turns.with('read')).toBeGreaterThanOrEqual(many / 10);
  });
});

/** Longer than connections are read in one turn. */
const LONG_MS = 20;

it('work of others before the first read of a turn takes no time from the reads', async () => {
  let nowMs = 0;
  let accepted = 0;
  let reads = 0;
  const turns = new ReadTurns(() => nowMs);
  const server = createServer((socket) => {
    accepted++;
    turns.add(socket);
    socket.on('data', () => {
      reads++;
      turns.check();
    });
  });
  const port = await listening(server as unknown as Server);
  const sockets = [...(await connected(port, names(''), '127.0.0.1')).values()];
  await connected(
    port,
    Array.from({ length: 130 }, (_, i) => `idle${i}`),
    '127.0.0.1',
  ); // paused for more than a turn
  while (accepted < CONNECTIONS + 130) await nextTurn();
  for (let n = 0; n < 2; n++) {
    nowMs += LONG_MS;
    turns.check();
  }
  for (const socket of sockets) socket.write('bytes');
  const readInTurn: number[] = [];
  while (reads < CONNECTIONS) {
    const before = reads;
    await nextTurn();
    nowMs += LONG_MS;
    if (reads > before) readInTurn.push(reads - before);
  }
  expect(readInTurn).toEqual([CONNECTIONS]);
});

describe('an HTTP/2 connection that is paused', () => {
  const LARGE = Buffer.alloc(32 * 1_024 * 1_024);
  const OTHER_BYTES = 1_024 * 1_024;

  it('is read again after its unread answer is written, not before', async () => {
    let nowMs = 0;
    const turns = new ReadTurns(() => nowMs);
    const accepted: TLSSocket[] = [];
    const server = createSecureServer(await serverPair(), (request, reply) => {
      if (request.method === 'GET') reply.end(LARGE);
      else request.on('data', () => undefined).on('end', () => reply.end());
    });
    server.on('secureConnection', (socket: TLSSocket) => {
      turns.add(socket);
      accepted.push(socket);
    });
    const port = await listening(server as unknown as Server);
    const client = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] });
    open.push(client);
    await once(client, 'secureConnect');
    const session = connectHttp2('https://x', {
      createConnection: () => client,
      settings: { initialWindowSize: LARGE.length },
    });
    open.push(session);
    await once(session, 'remoteSettings');
    session.setLocalWindowSize(LARGE.length);
    const upload = session.request({ ':method': 'POST' });
    const answer = session.request({ ':path': '/' });
    await once(answer, 'response');
    const handle = (client as TLSSocket & { readonly _handle: { readStart(): void; readStop(): void } })._handle;
    handle.readStop();
    const socket = accepted[0]!;
    for (let n = 0; n < 2; n++) {
      nowMs += LONG_MS;
      turns.check();
    }
    await nextTurn();
    const { bytesRead } = socket;
    upload.end(Buffer.alloc(OTHER_BYTES));
    const other = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] });
    open.push(other);
    await once(other, 'secureConnect');
    expect(socket.bytesRead).toBe(bytesRead);
    handle.readStart();
    answer.resume();
    await Promise.all([once(answer, 'end'), once(upload, 'response')]);
    expect(socket.bytesRead).toBeGreaterThan(OTHER_BYTES);
  });
});

describe.each(['http/1.1', 'h2'])('requests of a server, with %s,', (protocol) => {
  it('of many connections begin in several turns, and are all answered', async () => {
    const turns = new Turns();
    const listener = (_: unknown, reply: { end(text: string): void }): void => {
      turns.count('request');
      reply.end('served');
    };
    const server = createSecureServer(await serverPair(), listener) as unknown as Server;
    readInTurns(server, turns.now);
    const port = await listening(server);
    const requests: (() => Promise<unknown>)[] = [];
    for (let n = 0; n < CONNECTIONS; n++) requests.push(await connectedClient(protocol, port));
    const answered = requests.map((request) => request());
    await Promise.all(answered);
    expect(turns.events.flat()).toHaveLength(CONNECTIONS);
    expect(turns.most).toBeLessThanOrEqual(READ_AT_ONCE + 1); // one whose handshake ends with its first request is new
  });
});

it('requests of many connections without TLS begin in several turns, and are all answered', async () => {
  const turns = new Turns();
  const server = createHttpServer((_, reply) => {
    turns.count('request');
    reply.end('served');
  });
  readInTurns(server, turns.now);
  const sockets = [...(await connected(await listening(server), names(''), '127.0.0.1')).values()];
  const answered = sockets.map(async (socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await once(socket.resume(), 'end');
  });
  await Promise.all(answered);
  expect(turns.events.flat()).toHaveLength(CONNECTIONS);
  expect(turns.most).toBeLessThanOrEqual(READ_AT_ONCE);
});

it('client networks of guarded TLS connections take turns', async () => {
  const turns = new Turns();
  const server = createSecureServer(await serverPair(), (request, reply) => {
    turns.count(request.url);
    reply.end('served');
  }) as unknown as Server;
  guardHandshakes(server, { perNetwork: 100, total: 1_000, timeMs: 60_000 });
  readInTurns(server, turns.now);
  const port = await listening(server);
  const sockets = new Map<string, Socket>();
  for (const [name, localAddress] of [...names('flood').map((one) => [one, '127.0.0.1']), ['other', '127.0.0.2']]) {
    const socket = connectTls({
      socket: connect({ port, host: '127.0.0.1', localAddress }),
      rejectUnauthorized: false,
    });
    open.push(socket);
    await once(server, 'secureConnection');
    sockets.set(name!, socket);
  }
  for (let n = 0; n < 3; n++) await nextTurn(); // the poll reads a connection first that was read in the one before
  for (const [name, socket] of sockets) socket.write(`GET /${name} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await turns.reach(CONNECTIONS + 1);
  expect(turns.events.flat().indexOf('/other')).toBeLessThan(2 * READ_AT_ONCE);
});

describe.each(['guarded', 'direct'])('bytes of many %s HTTP/1.1 connections', (kind) => {
  const UPGRADE = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
  const BODY = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n';
  const EXPECTED = BODY.replace('Host', 'Expect: 100-continue\r\nHost');

  it.each([
    ['after an upgrade', UPGRADE],
    ['of a body', BODY],
    ['of an expected body', EXPECTED],
  ])('%s are read in several turns', async (_, head) => {
    const turns = new Turns();
    let begun = 0;
    const receive = (source: NodeJS.ReadableStream): void => {
      begun++;
      source.on('data', () => turns.count('bytes'));
    };
    const server = createTlsServer(await serverPair()) as unknown as Server;
    server.on('request', receive).on('checkContinue', receive);
    server.on('upgrade', (__, connection) => receive(connection));
    if (kind === 'guarded') guardHandshakes(server, { perNetwork: 100, total: 1_000, timeMs: 60_000 });
    readInTurns(server, turns.now);
    const port = await listening(server);
    const sockets: TLSSocket[] = [];
    for (let n = 0; n < CONNECTIONS; n++) {
      const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
      open.push(socket);
      await once(socket, 'secureConnect');
      socket.write(head);
      sockets.push(socket);
    }
    while (begun < CONNECTIONS) await nextTurn();
    turns.nowMs += LONG_MS;
    for (const socket of sockets) socket.write('bytes');
    await turns.reach(CONNECTIONS);
    expect(turns.most).toBeLessThanOrEqual(READ_AT_ONCE);
  });
});

describe.each(['guarded', 'direct'])('bodies of pipelined requests of a %s HTTP/1.1 connection', (kind) => {
  const BODIES = 100;
  /** With time for two pauses. */
  const PER_TURN = 5;

  it('that were read before keep no connection from being read when they flow later', async () => {
    const turns = new Turns();
    const waiting: IncomingMessage[] = [];
    const server = createTlsServer(await serverPair(), (request) => {
      if (request.method === 'POST') waiting.push(request);
      else turns.count('other');
    }) as unknown as Server;
    if (kind === 'guarded') guardHandshakes(server, { perNetwork: 100, total: 1_000, timeMs: 60_000 });
    readInTurns(server, turns.now);
    const port = await listening(server);
    const [flood, other] = [0, 1].map(() => connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }));
    for (const socket of [flood!, other!]) {
      open.push(socket);
      await once(socket, 'secureConnect');
    }
    flood!.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody'.repeat(BODIES));
    while (waiting.length < BODIES) await nextTurn();
    await nextTurn(); // the turn in which they were read is over
    other!.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    while (waiting.length > 0 && !turns.events.flat().includes('other')) {
      const flowing = waiting.splice(0, PER_TURN);
      for (const request of flowing) request.on('data', () => turns.count('body'));
      await once(flowing.at(-1)!, 'data');
      await nextTurn(); // after paused connections are read again, before the next poll
    }
    expect(turns.events.flat()).toContain('other');
  });
});

it('incomplete headers of many guarded connections are read in several turns', async () => {
  const turns = new Turns();
  const server = createTlsServer(await serverPair(), () => undefined) as unknown as Server;
  guardHandshakes(server, { perNetwork: 100, total: 1_000, timeMs: 60_000 });
  readInTurns(server, turns.now);
  server.on('secureConnection', (secure: TLSSocket) => {
    const guarded = guardedBelow(secure)!;
    const { onRead } = guarded;
    guarded.onRead = () => {
      turns.count('bytes');
      onRead();
    };
  });
  const port = await listening(server);
  const sockets: TLSSocket[] = [];
  for (let n = 0; n < CONNECTIONS; n++) {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
    open.push(socket);
    await once(server, 'secureConnection');
    sockets.push(socket);
  }
  turns.nowMs += LONG_MS;
  turns.events.splice(0, Infinity, []);
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\n');
  await turns.reach(CONNECTIONS);
  expect(turns.most).toBeLessThanOrEqual(READ_AT_ONCE);
});

describe.each(['guarded', 'direct'])('requests of many %s HTTP/2 connections', (kind) => {
  const REQUESTS = 2;
  /** The time of a turn runs from its first request. */
  const MOST = REQUESTS * (READ_AT_ONCE + 1);
  const turns = new Turns();
  let sockets: { readonly raw: Socket; readonly secure: TLSSocket }[];

  beforeEach(async () => {
    turns.events.splice(0, Infinity, []);
    const server = createSecureServer(await serverPair(), (_, reply) => {
      turns.count('begun');
      reply.stream.once('close', () => turns.count('ended'));
    }) as unknown as Server;
    if (kind === 'guarded')
      guardHandshakes(server, { perNetwork: 100, total: 1_000, timeMs: 60_000 }, { now: turns.now });
    readInTurns(server, turns.now);
    const port = await listening(server);
    sockets = [];
    const sessions: ClientHttp2Session[] = [];
    for (let n = 0; n < CONNECTIONS; n++) {
      const raw = connect({ port, host: '127.0.0.1' });
      await once(raw, 'connect');
      const secure = connectTls({ socket: raw, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
      open.push(secure);
      await once(secure, 'secureConnect');
      const session = connectHttp2('https://x', { createConnection: () => secure });
      session.on('error', () => undefined);
      await once(session, 'remoteSettings');
      sockets.push({ raw, secure });
      sessions.push(session);
    }
    turns.nowMs += LONG_MS;
    for (const session of sessions)
      for (let n = 0; n < REQUESTS; n++) session.request({ ':path': '/' }).on('error', () => undefined);
    await turns.reach(REQUESTS * CONNECTIONS);
    expect(turns.most).toBeLessThanOrEqual(MOST);
  });

  it.each([
    ['end', ({ secure }: { readonly secure: Socket }) => void secure.end()],
    ['are reset', ({ raw }: { readonly raw: Socket }) => void raw.resetAndDestroy()],
  ])('begin in several turns, and end in several turns when their connections %s', async (_, close) => {
    turns.nowMs += LONG_MS;
    for (const socket of sockets) close(socket);
    await turns.reach(2 * REQUESTS * CONNECTIONS);
    expect(turns.most).toBeLessThanOrEqual(MOST);
  });
});

describe.each(['guarded', 'direct'])('many requests of a %s HTTP/2 connection', (kind) => {
  const SESSIONS = 10;
  const REQUESTS = 40;
  /** What is read of guarded connections has a time of its own. */
  const MOST = kind === 'guarded' ? 3 * REQUESTS : REQUESTS;

  it.each([
    ['ends', ({ secure }: { readonly secure: Socket }) => void secure.end()],
    ['is reset', ({ raw }: { readonly raw: Socket }) => void raw.resetAndDestroy()],
  ])('end in a turn without those of others when it %s', async (_, close) => {
    const turns = new Turns();
    const server = createSecureServer(await serverPair(), (__, reply) => {
      turns.count('begun', 0);
      reply.stream.once('close', () => turns.count('ended', 0));
    }) as unknown as Server;
    let nowMs = 0;
    const now = () => (nowMs += 6); // each read takes the time of a turn
    if (kind === 'guarded') guardHandshakes(server, { perNetwork: 100, total: 1_000, timeMs: 60_000 }, { now });
    readInTurns(server, turns.now);
    const port = await listening(server);
    const sockets: { readonly raw: Socket; readonly secure: TLSSocket }[] = [];
    for (let n = 0; n < SESSIONS; n++) {
      const raw = connect({ port, host: '127.0.0.1' });
      await once(raw, 'connect');
      const secure = connectTls({ socket: raw, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
      open.push(secure);
      await once(secure, 'secureConnect');
      const session = connectHttp2('https://x', { createConnection: () => secure });
      session.on('error', () => undefined);
      await once(session, 'remoteSettings');
      sockets.push({ raw, secure });
      for (let i = 0; i < REQUESTS; i++) session.request({ ':path': '/' }).on('error', () => undefined);
    }
    await turns.reach(SESSIONS * REQUESTS, 'begun');
    for (const socket of sockets) close(socket);
    await turns.reach(SESSIONS * REQUESTS, 'ended');
    const ended = turns.events.map((turn) => turn.filter((event) => event === 'ended').length);
    expect(Math.max(...ended)).toBeLessThanOrEqual(MOST);
  });
});

it('requests of HTTP/2 connections that cannot be written to any more end in a turn without those of other connections', async () => {
  const SESSIONS = 10;
  const REQUESTS = 40;
  const turns = new Turns();
  const replies: Http2ServerResponse[] = [];
  const server = createSecureServer(await serverPair(), (_, reply) => {
    replies.push(reply);
    reply.writeHead(200);
    reply.stream.once('close', () => turns.count('ended', 0));
  });
  guardHandshakes(server as unknown as Server, { perNetwork: 100, total: 1_000, timeMs: 60_000 });
  readInTurns(server as unknown as Server, turns.now);
  const port = await listening(server as unknown as Server);
  const sockets: Socket[] = [];
  for (let n = 0; n < SESSIONS; n++) {
    const raw = connect({ port, host: '127.0.0.1' });
    await once(raw, 'connect');
    const secure = connectTls({ socket: raw, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
    open.push(secure);
    await once(secure, 'secureConnect');
    const session = connectHttp2('https://x', { createConnection: () => secure });
    session.on('error', () => undefined);
    await once(session, 'remoteSettings');
    sockets.push(raw);
    for (let i = 0; i < REQUESTS; i++) session.request({ ':path': '/' }).on('error', () => undefined);
  }
  while (replies.length < SESSIONS * REQUESTS) await nextTurn();
  // Before the server reads that they are reset.
  for (const socket of sockets) socket.resetAndDestroy();
  for (const reply of replies) reply.write('event');
  await turns.reach(SESSIONS * REQUESTS, 'ended');
  expect(turns.most).toBeLessThanOrEqual(REQUESTS);
});

it('HTTP/1.1 connections that cannot be written to any more end in several turns', async () => {
  const MANY = 100;
  const turns = new Turns();
  const replies: ServerResponse[] = [];
  const server = createTlsServer(await serverPair(), (_, reply) => {
    replies.push(reply);
    reply.flushHeaders();
    reply.once('close', () => turns.count('ended', 0));
  });
  guardHandshakes(server, { perNetwork: MANY, total: 1_000, timeMs: 60_000 });
  readInTurns(server, turns.now);
  const port = await listening(server);
  const sockets: Socket[] = [];
  for (let n = 0; n < MANY; n++) {
    const raw = connect({ port, host: '127.0.0.1' });
    await once(raw, 'connect');
    const secure = connectTls({ socket: raw, rejectUnauthorized: false });
    open.push(secure);
    await once(secure, 'secureConnect');
    secure.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(secure, 'data');
    sockets.push(raw);
  }
  // Before the server reads that they are reset.
  for (const socket of sockets) socket.resetAndDestroy();
  for (const reply of replies) reply.write('event');
  await turns.reach(MANY);
  expect(turns.most).toBeLessThanOrEqual(64);
});

async function serverPair() {
  const made = await createCertificateAuthority({
    commonName: 'test',
    notBeforeMs: systemClock.now(),
    validityDays: 1,
  });
  return { cert: made.certificatePem, key: made.privateKeyPem, allowHTTP1: true };
}

/** @returns sends a request and waits for its answer. */
async function connectedClient(protocol: string, port: number): Promise<() => Promise<unknown>> {
  if (protocol === 'h2') {
    const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
    open.push(session);
    await once(session, 'remoteSettings');
    return () => once(session.request({ ':path': '/' }), 'response');
  }
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
  open.push(socket);
  await once(socket, 'secureConnect');
  return async () => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
  };
}
