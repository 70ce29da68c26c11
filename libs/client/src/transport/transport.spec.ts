import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock, systemClock, type Clock } from '@orch/apimachinery';
import { FakeApiServer, sendJson, sendStatus } from '@orch/client-testing';
import { anyShape } from '../answers/shape.js';
import type { ClientConfiguration } from '../configuration/client-configuration.js';
import { AnswerTooLong } from '../errors/answer-too-long.js';
import { HttpResourceClient } from '../resource/http-resource-client.js';
import { makeTestCertificates, type TestCertificates } from '../testing/test-certificates.js';
import { Transport, type TransportOptions } from './transport.js';

const PATH = '/api/v1/namespaces/default/configmaps';
const MAPS = { group: '', version: 'v1', resource: 'configmaps' };

describe('Transport', () => {
  let server: FakeApiServer;
  const open: Transport[] = [];

  const transport = (
    configuration: Partial<ClientConfiguration> = {},
    options: Partial<TransportOptions> = {},
  ): Transport => {
    const made = new Transport({
      configuration: {
        server: server.url,
        tls: {},
        credentials: { type: 'none' },
        namespace: 'default',
        ...configuration,
      },
      userAgent: 'tester/1',
      clock: systemClock,
      random: () => 0,
      timeoutMs: 30_000,
      ...options,
    });
    open.push(made);
    return made;
  };
  const get = (t: Transport, signal?: AbortSignal) =>
    t.json({ method: 'GET', path: PATH, ...(signal ? { signal } : {}) }, anyShape);

  beforeEach(async () => {
    server = await FakeApiServer.start();
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
    await server.stop();
  });

  it('a delete with a body leaves the connection open', async () => {
    const t = transport();
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const name of names) {
      server.put(`${PATH}/${name}`, {});
      const body = { kind: 'DeleteOptions', apiVersion: 'v1' };
      await t.json({ method: 'DELETE', path: `${PATH}/${name}`, body }, anyShape);
    }
    expect(server.connections).toBeLessThan(names.length / 2);
  });

  it('prefixes each request path with the path of the server', async () => {
    // What the server makes of it does not matter here.
    await get(transport({ pathPrefix: '/below/it/' })).catch(() => undefined);
    expect(server.requests[0]!.path).toBe(`/below/it${PATH}`);
  });

  it('parses a long list in parts', async () => {
    const items = Array.from({ length: 40 }, (_, at) => ({ metadata: { name: `n${at}` }, data: 'x'.repeat(50_000) }));
    const list = { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '7' }, items };
    server.fail({ answer: (response) => sendJson(response, 200, list) });
    const parse = jest.spyOn(JSON, 'parse');
    const answer = await get(transport());
    const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
    parse.mockRestore();
    expect(answer).toEqual(list);
    expect(longest).toBeLessThan(100_000);
  });

  it('an answer that is long and not JSON is a failure of the protocol', async () => {
    server.fail({ answer: (response) => response.end(`{"items":[${'{'.repeat(500_000)}]}`) });
    await expect(get(transport())).rejects.toMatchObject({ code: 'Protocol', message: /the answer is not JSON/ });
  });

  it('reads the beginning of an error that has no end, and closes its connection', async () => {
    const chunk = Buffer.alloc(65_536, 'x');
    let sent = 0;
    let closed: Promise<unknown> | undefined;
    server.fail({
      answer: (response) => {
        closed = once(response, 'close');
        response.writeHead(500);
        const more = (): void => {
          while (!response.destroyed && response.write(chunk)) sent += chunk.length;
          sent += chunk.length;
          response.once('drain', more);
        };
        more();
      },
    });
    await expect(get(transport())).rejects.toMatchObject({ reason: 'InternalError', message: 'x'.repeat(512) });
    await closed;
    // The rest is in the buffers of the connection.
    expect(sent).toBeLessThan(32 * 1_048_576);
  });

  describe('an answer without an end', () => {
    let sent: number;
    let closed: Promise<unknown> | undefined;
    const answerWithoutEnd = (): void => {
      const chunk = Buffer.alloc(65_536, ' ');
      sent = 0;
      server.fail({
        answer: (response) => {
          closed = once(response, 'close');
          response.writeHead(200);
          const more = (): void => {
            while (!response.destroyed && response.write(chunk)) sent += chunk.length;
            sent += chunk.length;
            response.once('drain', more);
          };
          more();
        },
      });
    };

    it('is an error at the maximum of the request, and its connection is closed', async () => {
      answerWithoutEnd();
      const answer = transport().json({ method: 'GET', path: PATH, maxAnswerBytes: 1_000_000 }, anyShape);
      await expect(answer).rejects.toBeInstanceOf(AnswerTooLong);
      await closed;
      expect(sent).toBeLessThan(32 * 1_048_576);
    });

    it('of a list with a limit is an error at 32 MiB', async () => {
      answerWithoutEnd();
      const maps = new HttpResourceClient(transport(), MAPS, 'tester');
      await expect(maps.list({ limit: 1 })).rejects.toMatchObject({ maxBytes: 32 * 1_048_576 });
      await closed;
    });
  });

  it('does not keep what the delete of a collection answers', async () => {
    server.fail({ answer: (response) => response.writeHead(200).end('['.repeat(1_000_000)) });
    const maps = new HttpResourceClient(transport(), MAPS, 'tester', 'default');
    expect(await maps.deleteCollection()).toBeUndefined();
  });

  it.each([
    ['of a text, at least its length', `"${'x'.repeat(1_000_000)}"`, 1_000_000],
    ['of many lists, more than their length', `[${'[],'.repeat(1_000_000)}[]]`, 9_000_000],
  ])('reports the memory %s', async (_what, text, leastBytes) => {
    server.fail({ answer: (response) => response.writeHead(200).end(text) });
    const sizes: number[] = [];
    await transport().json({ method: 'GET', path: PATH, onSize: (bytes) => sizes.push(bytes) }, anyShape);
    expect(sizes).toHaveLength(1);
    expect(sizes[0]).toBeGreaterThanOrEqual(leastBytes);
  });

  it('the deadline of a call holds while its token cannot be read', async () => {
    const current = () => new Promise<string>(() => undefined);
    const t = transport({ credentials: { type: 'tokenSource', current } }, { timeoutMs: 5 });
    await expect(get(t)).rejects.toMatchObject({ code: 'Deadline' });
    expect(server.requests).toEqual([]);
  });

  it('goes through the proxy of the configuration', async () => {
    const asked: string[] = [];
    const proxy = createServer((client) => {
      client.once('data', (head: Buffer) => {
        asked.push(head.toString().split('\r\n')[0]!);
        const upstream = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
          client.write('HTTP/1.1 200 OK\r\n\r\n');
          client.pipe(upstream).pipe(client);
        });
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = proxy.address() as AddressInfo;
      const answer = await get(transport({ server: 'http://api.test:80', proxyUrl: `http://127.0.0.1:${port}` }));
      expect(answer).toMatchObject({ kind: 'ConfigMapList' });
      expect(asked).toEqual(['CONNECT api.test:80 HTTP/1.1']);
    } finally {
      proxy.close();
    }
  });

  describe('over TLS', () => {
    let certificates: TestCertificates;
    let secure: FakeApiServer;
    beforeAll(async () => {
      certificates = await makeTestCertificates();
    });
    beforeEach(async () => {
      const { ca, server: pair } = certificates;
      secure = await FakeApiServer.start({ tls: { ...pair, ca, requestCert: true, rejectUnauthorized: false } });
    });
    afterEach(() => secure.stop());

    it('shows its client certificate to a server it trusts', async () => {
      const { ca, client } = certificates;
      await get(transport({ server: secure.url, tls: { ca, ...client } }));
      expect(secure.requests[0]!.peerName).toBe('tester');
    });

    const refused = [
      { name: 'a server of another CA', tls: () => ({}) },
      { name: 'a certificate for another name', tls: () => ({ ca: certificates.ca, serverName: 'other.test' }) },
    ];
    for (const c of refused) {
      it(`refuses ${c.name}`, async () => {
        const call = get(transport({ server: secure.url, tls: c.tls() }));
        await expect(call).rejects.toMatchObject({
          code: 'Unreachable',
          message: expect.stringContaining('is not trusted'),
        });
        expect(secure.requests).toEqual([]);
      });
    }

    it('the server name of the configuration counts', async () => {
      const tls = { ca: certificates.ca, serverName: 'server.test' };
      // The certificate of the server itself, without its authority.
      expect(await get(transport({ tls: { ...tls, ca: certificates.server.cert } }))).toBeDefined();
      await expect(get(transport({ server: secure.url, tls }))).resolves.toMatchObject({ kind: 'ConfigMapList' });
    });

    it('D-125 skips the check with insecureSkipVerify', async () => {
      await expect(get(transport({ server: secure.url, tls: { insecureSkipVerify: true } }))).resolves.toBeDefined();
    });
  });

  describe('headers', () => {
    it('sends credentials and impersonation headers', async () => {
      const impersonate = { user: 'u', uid: '1', groups: ['g', 'h'], extra: { 'a/b': ['x'] } };
      await get(transport({ credentials: { type: 'token', token: 't' }, impersonate }));
      expect(server.requests[0]!.headers).toMatchObject({
        'user-agent': 'tester/1',
        authorization: 'Bearer t',
        'impersonate-user': 'u',
        'impersonate-uid': '1',
        'impersonate-group': 'g, h',
        'impersonate-extra-a%2fb': 'x',
      });
    });

    it('D-126 reads a token file again after a minute', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'orch-token-'));
      const path = join(folder, 'token');
      const clock = new FakeClock();
      const t = transport({ credentials: { type: 'tokenFile', path } }, { clock });
      const sent = async (token: string | undefined): Promise<string | undefined> => {
        if (token === undefined) rmSync(path);
        else writeFileSync(path, `${token}\n`);
        await get(t);
        return server.requests.at(-1)!.headers.authorization;
      };
      expect(await sent('one')).toBe('Bearer one');
      clock.advance(59_000);
      expect(await sent('two')).toBe('Bearer one');
      clock.advance(1_000);
      expect(await sent('two')).toBe('Bearer two');
      clock.advance(60_000);
      expect(await sent(undefined)).toBe('Bearer two');
      // Refused, the next request does not wait for the minute.
      expect(await sent('three')).toBe('Bearer three');
      server.fail({ answer: (response) => sendStatus(response, 401, 'Unauthorized') });
      await expect(sent('four')).rejects.toMatchObject({ reason: 'Unauthorized' });
      expect(await sent('four')).toBe('Bearer four');
      rmSync(folder, { recursive: true });
    });

    it('forwards warnings', async () => {
      const warnings: string[] = [];
      server.fail({ answer: (r) => sendJson(r, 200, {}, { warning: '299 - "v1beta1 is \\"old\\"", 299 - "two"' }) });
      await get(transport({}, { onWarning: (text) => warnings.push(text) }));
      expect(warnings).toEqual(['v1beta1 is "old"', 'two']);
    });
  });

  describe('failures', () => {
    const answers: [name: string, code: number, body: string, want: object][] = [
      [
        'a Status',
        409,
        '{"kind":"Status","reason":"AlreadyExists","message":"there","code":409,"details":{"name":"a"}}',
        { name: 'ApiError', reason: 'AlreadyExists', message: 'there', details: { name: 'a' } },
      ],
      ['a Status of unknown reason', 404, '{"kind":"Status","reason":"Odd","code":404}', { reason: 'NotFound' }],
      [
        'a Status with a reason of the prototype',
        403,
        '{"kind":"Status","reason":"toString"}',
        { reason: 'Forbidden' },
      ],
      ['plain text', 502, ' bad gateway\n', { reason: 'InternalError', message: 'bad gateway' }],
      ['text that begins like JSON', 400, '{nope', { reason: 'BadRequest', message: '{nope' }],
      ['nothing', 410, '', { reason: 'Gone', message: 'the server answered 410' }],
    ];
    for (const [name, code, body, want] of answers) {
      it(`${name} becomes an ApiError`, async () => {
        server.fail({ answer: (response) => response.writeHead(code).end(body) });
        await expect(get(transport())).rejects.toMatchObject(want);
      });
    }

    it('no server is Unreachable', async () => {
      const free = await new Promise<number>((resolve) => {
        const probe = createServer().listen(0, '127.0.0.1', () => {
          const { port } = probe.address() as { port: number };
          probe.close(() => resolve(port));
        });
      });
      await expect(get(transport({ server: `http://127.0.0.1:${free}` }))).rejects.toMatchObject({
        code: 'Unreachable',
      });
    });

    it('a response that is not JSON is Protocol', async () => {
      server.fail({ answer: (response) => response.end('<html>') });
      await expect(get(transport())).rejects.toMatchObject({ code: 'Protocol' });
    });

    it('a connection that breaks after a write leaves the outcome open and is not repeated', async () => {
      server.fail({ answer: (response) => response.destroy() });
      const call = transport().json({ method: 'POST', path: PATH, body: { metadata: { name: 'a' } } }, anyShape);
      await expect(call).rejects.toMatchObject({ code: 'Interrupted' });
      expect(server.requests).toHaveLength(1);
    });

    it('a deadline ends the call', async () => {
      const clock = new FakeClock();
      server.fail({ answer: () => undefined });
      const call = get(transport({}, { clock, timeoutMs: 500 }));
      const caught = call.catch((err: unknown) => err);
      const want = expect.objectContaining({
        code: 'Deadline',
        message: `GET ${PATH}: no answer within 500 ms`,
      });
      await server.until('the request', () => server.requests.length === 1);
      clock.advance(500);
      expect(await caught).toEqual(want);
      expect(clock.pending).toBe(0);
    });

    it('a deadline ends a call that has no connection yet', async () => {
      const clock = new FakeClock();
      const silent = createServer();
      const connection = once(silent, 'connection') as Promise<[Socket]>;
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      const caught = get(transport({ server: url }, { clock, timeoutMs: 500 })).catch((err: unknown) => err);
      const [socket] = await connection; // the TLS handshake is not answered
      clock.advance(500);
      expect(await caught).toMatchObject({ code: 'Deadline' });
      socket.destroy();
      await new Promise((resolve) => silent.close(resolve));
    });

    it('a close breaks what is in flight, and it is not sent again', async () => {
      const t = transport();
      server.fail({ answer: () => undefined });
      const caught = get(t).catch((err: unknown) => err);
      await server.until('the request', () => server.requests.length === 1);
      await t.close();
      expect(await caught).toMatchObject({ code: 'Interrupted' });
      expect(server.requests).toHaveLength(1);
    });

    it('an abort ends the call with its reason', async () => {
      const abort = new AbortController();
      server.fail({ answer: () => undefined });
      const caught = get(transport(), abort.signal).catch((err: unknown) => err);
      await server.until('the request', () => server.requests.length === 1);
      abort.abort(new Error('enough'));
      expect(await caught).toMatchObject({ message: 'enough' });
      await expect(get(transport(), abort.signal)).rejects.toThrow('enough');
    });
  });

  describe('retries', () => {
    /** Notes the pauses and makes them short. */
    const hasty = (pauses: number[]): Clock => ({
      now: () => 0,
      monotonicNow: () => 0,
      setTimer: (run, delayMs) => {
        if (delayMs === 30_000) return () => undefined;
        pauses.push(delayMs);
        const timer = setImmediate(run);
        return () => clearImmediate(timer);
      },
    });
    const rows = [
      { method: 'GET', code: 429, retryAfter: '2', requests: 2, pauses: [2_000] },
      { method: 'POST', code: 429, retryAfter: '1', requests: 2, pauses: [1_000] },
      { method: 'GET', code: 503, retryAfter: '1', requests: 2, pauses: [1_000] },
      { method: 'DELETE', code: 503, retryAfter: '0', requests: 2, pauses: [50] },
      { method: 'POST', code: 503, retryAfter: '1', requests: 1, pauses: [] },
      { method: 'GET', code: 503, retryAfter: '', requests: 1, pauses: [] },
      { method: 'GET', code: 503, retryAfter: '3600', requests: 1, pauses: [] },
      { method: 'GET', code: 500, retryAfter: '1', requests: 1, pauses: [] },
    ] as const;
    for (const row of rows) {
      it(`B-319 ${row.method} after ${row.code} with Retry-After "${row.retryAfter}": ${row.requests} requests`, async () => {
        const pauses: number[] = [];
        server.put(`${PATH}/a`, {});
        server.fail({ answer: (response) => sendStatus(response, row.code, '', { 'retry-after': row.retryAfter }) });
        const path = row.method === 'DELETE' ? `${PATH}/a` : PATH;
        const call = transport({}, { clock: hasty(pauses) }).json(
          {
            method: row.method,
            path,
            ...(row.method === 'POST' ? { body: { metadata: { name: 'b' } } } : {}),
          },
          anyShape,
        );
        if (row.requests === 1) await expect(call).rejects.toMatchObject({ code: row.code });
        else await call;
        expect(server.requests).toHaveLength(row.requests);
        expect(pauses).toEqual(row.pauses);
      });
    }

    it('a read whose connection breaks is sent again', async () => {
      server.fail({ answer: (response) => response.destroy() });
      await get(transport({}, { clock: hasty([]) }));
      expect(server.requests).toHaveLength(2);
    });

    it('gives up after five attempts', async () => {
      const busy = {
        answer: (response: Parameters<typeof sendStatus>[0]) => sendStatus(response, 429, 'TooManyRequests'),
      };
      server.fail(busy, busy, busy, busy, busy, busy);
      const pauses: number[] = [];
      await expect(get(transport({}, { clock: hasty(pauses) }))).rejects.toMatchObject({ reason: 'TooManyRequests' });
      expect(pauses).toEqual([50, 100, 200, 400]);
    });
  });
});
