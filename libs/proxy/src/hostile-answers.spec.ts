import { once } from 'node:events';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import fc from 'fast-check';
import { type Agent, request } from 'undici';
import { TestServer } from '@orch/server-testing';
import { dialDirectly } from './dial.js';
import { HostileBackend } from './hostile-backend.fixture.js';

const POD = '/api/v1/namespaces/default/pods/evil';
let backend: HostileBackend;
let server: TestServer;
let agents: Readonly<Record<Protocol, Agent>>;

const PROTOCOLS = ['HTTP/1.1', 'HTTP/2'] as const;
type Protocol = (typeof PROTOCOLS)[number];

interface Outcome {
  readonly code: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined when the response was aborted. */
  readonly body: string | undefined;
}

/** Sends one request. Rejects when there is no status line at all. */
async function ask(protocol: Protocol, path = `${POD}/proxy/`, method = 'GET', body?: string): Promise<Outcome> {
  const answer = await request(`${server.server.url}${path}`, {
    method: method as 'GET',
    dispatcher: agents[protocol],
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.body.text().catch(() => undefined);
  return { code: answer.statusCode, headers: answer.headers, body: text };
}

const isAlive = async (protocol: Protocol): Promise<void> => expect((await ask(protocol, '/livez')).code).toBe(200);

const answerWith = (bytes: string): void => {
  backend.answer = (socket) => void socket.end(bytes, 'latin1');
};

beforeAll(async () => {
  backend = await HostileBackend.start();
  server = await TestServer.start(
    { http2: true },
    { dial: (target, signal) => dialDirectly({ ...target, ip: '127.0.0.1', port: backend.port }, signal) },
  );
  const pair = await server.adminPair();
  agents = { 'HTTP/1.1': server.agent(pair), 'HTTP/2': server.agent(pair, { allowH2: true }) };
  const sent = async (method: string, path: string, type: string, body: object): Promise<void> => {
    const answer = await server.call(path, {
      agent: agents['HTTP/1.1'],
      method,
      headers: { 'content-type': type },
      body,
    });
    expect(answer.code).toBeLessThan(300);
  };
  const spec = { containers: [{ name: 'a', image: 'i' }] };
  await sent('POST', '/api/v1/namespaces/default/pods', 'application/json', { metadata: { name: 'evil' }, spec });
  await sent('PATCH', `${POD}/status`, 'application/merge-patch+json', { status: { podIP: '10.1.0.1' } });
});
afterAll(async () => {
  await TestServer.closeAll();
  await backend.stop();
});

describe.each(PROTOCOLS)('a proxied response to a client of %s', (protocol) => {
  afterEach(() => isAlive(protocol));

  it.each([
    ['of status 000', 'HTTP/1.1 000 X\r\nContent-Length: 0\r\n\r\n'],
    ['of status 001', 'HTTP/1.1 001 X\r\nContent-Length: 0\r\n\r\n'],
    ['of status 099', 'HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n'],
    ['of status 600', 'HTTP/1.1 600 X\r\nContent-Length: 0\r\n\r\n'],
    ['of status 999', 'HTTP/1.1 999 X\r\nContent-Length: 0\r\n\r\n'],
    ['of status 1000', 'HTTP/1.1 1000 X\r\nContent-Length: 0\r\n\r\n'],
    ['that changes to no protocol', 'HTTP/1.1 101 X\r\nContent-Length: 0\r\n\r\n'],
    ['that changes the protocol unasked', 'HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n'],
    ['that is preceded by a thousand informational ones', `${'HTTP/1.1 103 X\r\n\r\n'.repeat(1_000)}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`],
    ['that never comes', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['of nothing', ''],
    ['with a null byte in a header', 'HTTP/1.1 200 OK\r\nX: \0\r\nContent-Length: 0\r\n\r\n'],
  ])('%s is 503', async (_title, bytes) => {
    answerWith(bytes);
    const { code, body } = await ask(protocol);
    expect([code, JSON.parse(body!)]).toMatchObject([503, { kind: 'Status', reason: 'ServiceUnavailable' }]);
  }); // prettier-ignore

  it('drops headers that are invalid in the protocol of the client, and keeps the others', async () => {
    answerWith(
      'HTTP/1.1 200 OK\r\nHTTP2-Settings: abc\r\nKeep-Alive: x\r\nETag: "a"\r\nETag: "b"\r\nX-A: 1\r\nX-A: 2\r\n' +
        'Set-Cookie: a\r\nSet-Cookie: b\r\nX-Latin: \xe9\r\n__proto__: p\r\nContent-Length: 2\r\n\r\nok',
    );
    const { code, headers, body } = await ask(protocol);
    expect([code, body]).toEqual([200, 'ok']);
    expect(headers).toMatchObject({ etag: '"a"', 'set-cookie': ['a', 'b'] });
    expect([headers['x-a']].flat().join(', ')).toBe('1, 2');
    expect(headers).not.toHaveProperty('http2-settings');
  });

  it('is sent without its trailers', async () => {
    answerWith('HTTP/1.1 200 OK\r\nTrailer: X-T\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-T: 1\r\n\r\n');
    expect(await ask(protocol)).toMatchObject({ code: 200, body: 'ok' });
  });

  it('that ends too early is aborted', async () => {
    answerWith('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\npart');
    expect(await ask(protocol)).toMatchObject({ code: 200, body: undefined });
  });

  it.each(['http://[', 'http://[::1', '//', '///x', 'http://:80/', 'http://a:99999/', '\x80\xff', 'http://10.1.0.1:80%/'])(
    'with the Location %j is passed on',
    async (location) => {
      answerWith(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
      expect((await ask(protocol)).code).toBe(302);
    },
  ); // prettier-ignore

  it('of random bytes never crashes the server, and every request gets one response', async () => {
    await fc.assert(
      fc.asyncProperty(hostileAnswer, fc.constantFrom('GET', 'HEAD', 'POST'), async ({ bytes, end, cut }, method) => {
        backend.answer = (socket) => {
          const all = Buffer.from(bytes, 'latin1');
          socket.write(all.subarray(0, cut), () => {
            if (end === 'reset') socket.resetAndDestroy();
            else socket.end(all.subarray(cut));
          });
        };
        const { code } = await ask(protocol, `${POD}/proxy/x`, method, method === 'POST' ? 'body' : undefined);
        expect(code).toBeGreaterThanOrEqual(200);
        expect(code).toBeLessThanOrEqual(599);
        await isAlive(protocol);
      }),
      { numRuns: 300 },
    );
  });
});

describe('an upgrade request', () => {
  async function upgrade(after = ''): Promise<TLSSocket> {
    const { host, hostname, port } = new URL(server.server.url);
    const socket = connectTls({ host: hostname, port: Number(port), ca: server.caPem, ...(await server.adminPair()) });
    await once(socket, 'secureConnect');
    socket.on('error', () => undefined);
    socket.write(`GET ${POD}/proxy/ HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n${after}`);
    return socket;
  }

  async function heardBy(socket: TLSSocket): Promise<string> {
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    await once(socket, 'close');
    return heard;
  }

  afterEach(() => isAlive('HTTP/1.1'));

  it.each([
    ['000', 'HTTP/1.1 000 X\r\nContent-Length: 0\r\n\r\n'],
    ['101 without a protocol', 'HTTP/1.1 101 X\r\nContent-Length: 0\r\n\r\n'],
    ['no HTTP', 'SSH-2.0\r\n\r\n'],
  ])('answered with %s is 503', async (_title, bytes) => {
    answerWith(bytes);
    expect(await heardBy(await upgrade())).toMatch(/^HTTP\/1\.1 503 /);
  });

  it('keeps bytes that either side sends early', async () => {
    backend.answer = (socket, head) => {
      socket.write('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\nearly;');
      const early = head.slice(head.indexOf('\r\n\r\n') + 4);
      if (early !== '') socket.end(early);
      else socket.once('data', (chunk) => socket.end(chunk));
    };
    const heard = await heardBy(await upgrade('mine'));
    expect(heard).toMatch(/^HTTP\/1\.1 101 /);
    expect(heard.slice(heard.indexOf('\r\n\r\n') + 4)).toBe('early;mine');
  });

  it.each(['client', 'pod'] as const)('survives a reset by the %s once joined', async (side) => {
    backend.answer = (socket) => {
      socket.write('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n');
      if (side === 'pod') socket.resetAndDestroy();
    };
    const socket = (await upgrade()).resume();
    if (side === 'client') void once(socket, 'data').then(() => socket.destroy());
    await once(socket, 'close');
  });

  it('with random bytes never crashes the server, and gets at most one response', async () => {
    await fc.assert(
      fc.asyncProperty(hostileAnswer, fc.boolean(), async ({ bytes, end, cut }, early) => {
        backend.answer = (socket) => {
          const all = Buffer.from(bytes, 'latin1');
          socket.write(all.subarray(0, cut), () => {
            if (end === 'reset') socket.resetAndDestroy();
            else socket.end(all.subarray(cut));
          });
        };
        const heard = await heardBy(await upgrade(early ? 'GET / HTTP/1.1\r\n\r\n' : ''));
        expect(heard).toMatch(/^HTTP\/1\.1 [1-5]\d\d /);
        await isAlive('HTTP/1.1');
      }),
      { numRuns: 100 },
    );
  });
});

const STATUS_LINES = [
  'HTTP/1.1 200 OK',
  'HTTP/1.0 200 OK',
  'HTTP/1.1 204 No Content',
  'HTTP/1.1 304 Not Modified',
  'HTTP/1.1 000 X',
  'HTTP/1.1 099 X',
  'HTTP/1.1 101 Switching Protocols',
  'HTTP/1.1 103 Early Hints',
  'HTTP/1.1 700 X',
  'HTTP/1.1 200 \xff\xfe',
  'HTTP/2 200',
];
const HEADERS = [
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: 99',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip',
  'Connection: close',
  'Connection: Upgrade',
  'Connection: content-length, location, set-cookie',
  'Upgrade: chat',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABk',
  'Keep-Alive: timeout=5',
  'TE: gzip',
  'Trailer: X-T',
  ':status: 200',
  'Location: /x',
  'Location: http://10.1.0.1:80/x',
  'Location: http://[',
  'ETag: "a"',
  'ETag: "b"',
  'Content-Type: text/plain',
  'Content-Type: \xe9',
  'Warning: 299 - "x"',
  'Audit-Id: mine',
  'Date: never',
  '__proto__: x',
  'X-Long: ' + 'a'.repeat(9_000),
  'X: ',
  'Set-Cookie: a=1',
];
const BODIES = [
  '',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  '5\r\nhello\r\n0\r\nX-T: 1\r\n\r\n',
  'zz\r\nhello',
  '\0\0\0\x04\0',
];

/** An almost valid response: parts of the grammar in any order, with a few bytes changed, and truncated. */
const hostileAnswer = fc
  .record({
    informational: fc.constantFrom('', '', 'HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103 X\r\nLink: x\r\n\r\n'),
    status: fc.constantFrom(...STATUS_LINES),
    headers: fc.subarray(HEADERS, { maxLength: 8 }),
    body: fc.constantFrom(...BODIES),
    changes: fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 3 }),
    cut: fc.nat(300),
    end: fc.constantFrom('end', 'end', 'reset'),
  })
  .map(({ informational, status, headers, body, changes, cut, end }) => {
    const bytes = [...`${informational}${[status, ...headers].join('\r\n')}\r\n\r\n${body}`];
    for (const [at, code] of changes) if (at < bytes.length) bytes[at] = String.fromCharCode(code);
    return { bytes: bytes.join(''), cut, end };
  });
