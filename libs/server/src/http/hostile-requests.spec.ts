import { once } from 'node:events';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { connect } from 'node:tls';
import fc from 'fast-check';
import { TestServer } from '@orch/server-testing';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ http2: true });
});
afterAll(() => TestServer.closeAll());

const isAlive = async (): Promise<void> => expect((await server.call('/livez')).code).toBe(200);

/** All received bytes until the connection ends. `end` closes it after sending. */
async function talk(bytes: Buffer | string, protocol = 'http/1.1', end = true): Promise<string> {
  const { hostname, port } = new URL(server.server.url);
  const socket = connect({ host: hostname, port: Number(port), ca: server.caPem, ALPNProtocols: [protocol] });
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  socket.on('error', () => undefined); // a reset is accepted, too
  if (end) socket.end(bytes);
  else socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

describe('an upgrade pipelined behind other requests', () => {
  const plain = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
  const upgrade = 'GET /version HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n';

  it.each([0, 1, 2, 5])('is answered after %d requests', async (before) => {
    const answers = await talk(plain.repeat(before) + upgrade, 'http/1.1', false);
    expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(before + 1);
    expect(answers).toMatch(/"gitVersion"[^]*$/);
    await isAlive();
  });

  it('with a body is refused after them', async () => {
    const answers = await talk(plain + upgrade.replace('\r\n\r\n', '\r\nContent-Length: 3\r\n\r\nabc'));
    expect(answers).toMatch(/^HTTP\/1\.1 200 OK[^]*HTTP\/1\.1 400 Bad Request/);
    await isAlive();
  });

  it('behind a watch is not answered, and ends with it', async () => {
    const watch =
      'GET /api/v1/namespaces?watch=1&timeoutSeconds=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n\r\n';
    expect(await talk(watch + upgrade, 'http/1.1', false)).toMatch(/^HTTP\/1\.1 401 [^]*HTTP\/1\.1 200 OK/);
    await isAlive();
  });
});

describe.each(['HTTP/2.0', 'HTTP/0.9'])('a request of an HTTP/1 connection that claims to be of %s', (version) => {
  const claims = `GET /livez ${version}\r\nHost: x\r\nConnection: keep-alive\r\n\r\n`;

  it('is refused', async () => {
    const answer = await talk(claims, 'http/1.1', false);
    expect(answer).toMatch(/^HTTP\/1\.1 505 HTTP Version Not Supported[^]*"reason":"BadRequest","code":505}$/);
  });
  it.each([undefined, 'chat', 'websocket'])('is refused with a body, and an upgrade to %s', async (protocol) => {
    const upgrade = protocol ? `Connection: Upgrade\r\nUpgrade: ${protocol}\r\n` : 'Transfer-Encoding: chunked\r\n';
    const request = `POST /version ${version}\r\nHost: x\r\n${upgrade}\r\n`;
    expect(await talk(request, 'http/1.1', false)).toMatch(/^HTTP\/1\.1 505 /);
  });
  it('does not end the server when thousands of them are pipelined', async () => {
    const floods = Array.from({ length: 4 }, () => talk(claims.repeat(6_000), 'http/1.1', false));
    await Promise.allSettled(floods); // most are reset
    await isAlive();
  });
});

describe('a request of HTTP/2', () => {
  let session: ClientHttp2Session;
  beforeAll(() => {
    session = connectHttp2(server.server.url, { ca: server.caPem });
  });
  afterAll(() => session.close());

  it.each(['FOO', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'PRI'])(
    'with the method %s is refused by the server, not by its framework',
    async (method) => {
      const stream = session.request({ ':method': method, ':path': '/version' });
      stream.end();
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      let text = '';
      for await (const chunk of stream.setEncoding('utf8')) text += chunk as string;
      expect([headers[':status'], JSON.parse(text)]).toMatchObject([403, { kind: 'Status', reason: 'Forbidden' }]);
    },
  );
});

it('bytes that are not HTTP abort a response that has begun, and get no answer inside it', async () => {
  const { cert, key } = await server.adminPair();
  const watch = 'GET /api/v1/namespaces?watch=1&timeoutSeconds=60 HTTP/1.1\r\nHost: x\r\n\r\n';
  const { hostname, port } = new URL(server.server.url);
  const socket = connect({ host: hostname, port: Number(port), ca: server.caPem, cert, key });
  socket.write(watch);
  let heard = '';
  socket.once('data', () => socket.write('\u0001\u0002\r\n\r\n'));
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
  await once(socket, 'close');
  expect(heard).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(heard).not.toContain('HTTP/1.1 400');
});

describe.each([false, true])('a connection without TLS, with HTTP/2 %s', (http2) => {
  let port: number;
  beforeAll(async () => {
    port = Number(new URL((http2 ? server : await TestServer.start()).server.url).port);
  });

  async function plain(text: string, end: boolean): Promise<string> {
    const socket = connectTcp(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('error', () => undefined);
    if (end) socket.end(text);
    else socket.write(text);
    await once(socket, 'close');
    return answer;
  }

  it.each(['GET', 'HEAD', 'POST', 'PUT'])('that sends %s is answered with 400, and closed', async (method) => {
    expect(await plain(`${method} /api HTTP/1.1\r\nHost: x\r\n\r\n`, false)).toBe(
      'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n',
    );
  });
  it.each(['SSH-2.0-x\r\n', 'DELETE / HTTP/1.1\r\n\r\n', '\0\0\0\0\0\0'])('that sends %j is closed', async (text) =>
    expect(await plain(text, false)).toBe(''),
  );
  it('that sends less than a record and ends is closed', async () => expect(await plain('GET', true)).toBe(''));
});

const LINES = ['GET /livez HTTP/1.1', 'POST /api/v1/namespaces HTTP/1.1', 'GET /api?watch=1 HTTP/1.1', 'HEAD / HTTP/1.0', 'CONNECT a:1 HTTP/1.1', 'OPTIONS * HTTP/1.1', 'GET http://a/livez HTTP/1.1', 'PUT /%zz HTTP/1.1']; // prettier-ignore
const HEADERS = [
  'Host: x',
  'Connection: Upgrade',
  'Connection: close, keep-alive, Upgrade',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Protocol: base64url.bearer.authorization.orch.io.eA, v4.channel.orch.io',
  'HTTP2-Settings: AAMAAABk',
  'Expect: 100-continue',
  'Expect: x',
  'Content-Length: 3',
  'Content-Length: 0',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: x, chunked',
  'Content-Type: application/json',
  'Accept: application/json;as=Table;v=v1;g=meta.orch.io',
  'Accept-Encoding: gzip',
  'Authorization: Bearer x',
  'Authorization: Basic eDp5',
  'Impersonate-User: \xff\xfe',
  'Impersonate-Extra-__proto__: x',
  'Audit-Id: \x80',
  'Cookie: a=b',
];
const BODIES = ['', 'abc', '3\r\nabc\r\n0\r\n\r\n', 'zz\r\n', '\0'];

const hostileRequest = fc
  .record({
    line: fc.constantFrom(...LINES),
    headers: fc.subarray(HEADERS, { maxLength: 7 }),
    body: fc.constantFrom(...BODIES),
    changes: fc.array(fc.tuple(fc.nat(300), fc.nat(255)), { maxLength: 2 }),
  })
  .map(({ line, headers, body, changes }) => {
    const bytes = [...`${[line, ...headers].join('\r\n')}\r\n\r\n${body}`];
    for (const [at, code] of changes) if (at < bytes.length) bytes[at] = String.fromCharCode(code);
    return bytes.join('');
  });

it('requests of random bytes, pipelined, never end the server', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostileRequest, { minLength: 1, maxLength: 4 }), async (requests) => {
      await talk(Buffer.from(requests.join(''), 'latin1'));
      await isAlive();
    }),
    { numRuns: 300 },
  );
});

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

/** One frame: length, type, flags, stream, payload (RFC 9113, section 4.1). */
function frame(type: number, flags: number, stream: number, payload: Buffer, length = payload.length): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Indexed fields of the static table: GET, https, the path /, then some literals. */
const FIELDS = [
  Buffer.from([0x82, 0x87, 0x84]),
  Buffer.from([0x83, 0x87, 0x84, 0x41, 1, 0x78]),
  Buffer.concat([Buffer.from([0x82, 0x87, 0x44, 6]), Buffer.from('/livez')]),
  Buffer.concat([Buffer.from([0x00, 10]), Buffer.from('connection'), Buffer.from([1]), Buffer.from('x')]),
  Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]),
];

const hostileFrame = fc
  .record({
    type: fc.nat(10),
    flags: fc.constantFrom(0, 1, 4, 5, 8, 0x20, 0x25),
    stream: fc.constantFrom(0, 1, 1, 3, 5, 0x7fffffff),
    payload: fc.oneof(
      fc.constantFrom(...FIELDS),
      fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom(Buffer.alloc(4), Buffer.alloc(8), Buffer.from([0, 3, 0, 0, 0, 1])),
    ),
    lie: fc.constantFrom(0, 0, 0, 0, 1),
  })
  .map(({ type, flags, stream, payload, lie }) => frame(type, flags, stream, payload, payload.length + lie));

it('frames of HTTP/2 in any order never end the server', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostileFrame, { maxLength: 12 }), async (frames) => {
      await talk(Buffer.concat([Buffer.from(PREFACE), frame(4, 0, 0, Buffer.alloc(0)), ...frames]), 'h2');
      await isAlive();
    }),
    { numRuns: 300 },
  );
});

describe('a parser error that quotes megabytes', () => {
  const long = '\\'.repeat(1_400_000);
  const review = '/apis/authorization.orch.io/v1/selfsubjectaccessreviews';
  const body = (object: object) => JSON.stringify({ spec: { resourceAttributes: { verb: 'get' } }, ...object });

  it.each([
    ['name', { metadata: { name: long } }, 422],
    ['kind', { kind: long, apiVersion: 'authorization.orch.io/v1' }, 400],
    ['version', { kind: 'SelfSubjectAccessReview', apiVersion: long }, 400],
    ['field', { [long]: 1 }, 400],
  ])('is not returned in full: a %s', async (_, object, code) => {
    const answer = await server.call(`${review}?fieldValidation=Strict`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body(object),
      agent: await server.admin(),
    });
    expect(answer.code).toBe(code);
    expect(answer.text.length).toBeLessThan(300_000);
  });
});
