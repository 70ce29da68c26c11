import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { systemClock } from '@orch/apimachinery';
import { abortResponse, mostPerTurn, ReviewServer, sendCode, sendJson, silence } from '@orch/testing';
import { bytesOfObjects, decodedAnswer, fieldsOfObjects } from './hook-answer.js';
import { HookClient } from './hook-client.js';
import type { HookClientConfig, ResolveService } from './hook-target.js';

const review = { apiVersion: 'g/v1', kind: 'ConversionReview', spec: {} };

describe('HookClient', () => {
  let server: ReviewServer;
  let ended: AbortController;
  let caBundle: string;
  let certificate: { cert: string; key: string };
  const noService: ResolveService = (_namespace, name) => {
    throw new Error(`service "${name}" not found`);
  };
  const read = (file: string) => readFile(join(server.directory, file), 'utf8');
  const client = (resolveService = noService) =>
    new HookClient({ resolveService, userAgent: 'tester', clock: systemClock, certificate, ended: ended.signal });
  const post = (config: HookClientConfig, timeoutMs = 10_000, query?: string) =>
    client().post({ caBundle, ...config }, review, { timeoutMs, ...(query === undefined ? {} : { query }) });

  beforeAll(async () => {
    server = await ReviewServer.start({ dnsNames: ['named.default.svc'] });
    caBundle = Buffer.from(await read('ca.crt')).toString('base64');
    certificate = { cert: await read('caller.crt'), key: await read('caller.key') };
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.reset();
    ended = new AbortController();
  });
  afterEach(() => ended.abort());

  it('posts to the URL with the client certificate, and returns the document', async () => {
    server.instead.push(sendJson({ response: 1 }));
    expect(await post({ url: `${server.url}/convert?a=b` }, 10_000, 'timeout=10s')).toEqual({ response: 1 });
    expect(server.calls).toMatchObject([
      { method: 'POST', path: '/convert?a=b&timeout=10s', body: review, caller: 'the-api-server' },
    ]);
  });

  it('B-222 a service is called at its path, by default /, by its name in the cluster', async () => {
    const port = Number(new URL(server.url).port);
    const hook = client(() => ({ host: '127.0.0.1', port }));
    const service = { namespace: 'default', name: 'named' };
    await hook.post({ service, caBundle }, review, { timeoutMs: 10_000 });
    await hook.post({ service: { ...service, path: '/x' }, caBundle }, review, { timeoutMs: 10_000 });
    expect(server.calls.map(({ path, headers }) => [path, headers.host])).toEqual([
      ['/', 'named.default.svc'],
      ['/x', 'named.default.svc'],
    ]);
  });

  it('a URL with the host of a service, called before it, changes nothing for the service', async () => {
    const port = Number(new URL(server.url).port);
    const hook = client(() => ({ host: '127.0.0.1', port }));
    const url = 'https://named.default.svc:8443/';
    await expect(hook.post({ url, caBundle }, review, { timeoutMs: 10_000 })).rejects.toThrow();
    const service = { namespace: 'default', name: 'named', port: 8443 };
    await hook.post({ service, caBundle }, review, { timeoutMs: 10_000 });
    expect(server.calls.map(({ headers }) => headers.host)).toEqual(['named.default.svc:8443']);
  });

  it('sends a document that is already encoded as it is', async () => {
    await client().post({ url: server.url, caBundle }, Buffer.from('{"apiVersion":"a"}'), { timeoutMs: 10_000 });
    expect(server.calls[0]!.body).toEqual({ apiVersion: 'a' });
  });

  it('D-144 connects to the address of a service, whose certificate must have the name of the service', async () => {
    const port = Number(new URL(server.url).port);
    const hook = client((namespace, name, asked) => {
      expect([namespace, name, asked]).toEqual(['default', 'hook', 443]);
      return { host: '127.0.0.1', port };
    });
    const service = { namespace: 'default', name: 'hook', path: '/x' };
    await expect(hook.post({ service, caBundle }, review, { timeoutMs: 10_000 })).rejects.toThrow(
      'Post "https://hook.default.svc:443/x": tls: failed to verify certificate: x509: certificate is not valid for the name of the webhook',
    );
    expect(server.calls).toEqual([]);
  });

  it.each([
    [
      'no such service',
      { service: { namespace: 'a', name: 'b' } },
      /^Post "https:\/\/b\.a\.svc:443\/": service "b" not found$/,
    ],
    [
      'no server listens',
      { url: 'https://127.0.0.1:1/' },
      /^Post "https:\/\/127\.0\.0\.1:1\/": dial tcp 127\.0\.0\.1:1: connect: connection refused$/,
    ],
    ['no https', { url: 'http://127.0.0.1/' }, /^the webhook has neither a service nor an https URL$/],
  ])('%s: says so', async (_what, config, text) => {
    await expect(post(config as HookClientConfig)).rejects.toThrow(text as RegExp);
  });

  it('does not trust a server of another authority', async () => {
    const other = Buffer.from(await read('other-ca.crt')).toString('base64');
    await expect(post({ url: server.url, caBundle: other })).rejects.toThrow(
      'tls: failed to verify certificate: x509: certificate signed by unknown authority',
    );
  });

  it.each([
    ['a redirect', sendCode(302, { location: 'https://127.0.0.1:1/' }), 'status code 302'],
    ['a status above 206', sendCode(207), 'status code 207'],
    ['an error', sendCode(500), 'an error on the server ("unknown") has prevented the request from succeeding'],
    ['no JSON', sendCode(200), 'the answer cannot be read'],
    ['a long answer', sendJson({ warnings: 'x'.repeat(8 * 1_024 * 1_024) }), 'the answer is longer than 8388608 bytes'],
    ['many items', sendJson({ warnings: Array(100_001).fill('') }), 'at most 100000 are read'],
    ['a deep answer', sendJson(JSON.parse('['.repeat(600) + ']'.repeat(600)) as object), 'at most 512 levels are read'],
    ['an end in mid answer', abortResponse, /: (EOF|read: connection reset by peer)$/],
  ])('refuses %s, without a second call', async (_what, answer, text) => {
    server.instead.push(answer);
    await expect(post({ url: server.url })).rejects.toThrow(text);
    expect(server.calls).toHaveLength(1);
  });

  it('takes an answer with the objects of a review, as large as what was sent and a large body for each', async () => {
    const config = { url: server.url, caBundle };
    const sent = Buffer.from(JSON.stringify({ items: Array(1_000).fill('') }));
    const read = async (count: number): Promise<unknown> => {
      const items = Array<string>(count).fill('');
      server.instead.push(sendJson({ items }));
      const call = { timeoutMs: 10_000, maxBytes: bytesOfObjects(sent, 1) };
      const bytes = await client().exchange(config, sent, call);
      return decodedAnswer(config, undefined, bytes, fieldsOfObjects(sent, 1));
    };
    expect(await read(100_999)).toEqual({ items: Array(100_999).fill('') });
    await expect(read(101_000)).rejects.toThrow('too many fields');
  });

  it('gives up at the timeout', async () => {
    server.instead.push(silence);
    await expect(post({ url: server.url }, 50)).rejects.toThrow(`Post "${server.url}/": context deadline exceeded`);
  });

  it('lets the callers of calls that fail together go on in several turns of the event loop', async () => {
    const hook = client();
    const calls = Array.from({ length: 60 }, async () => {
      await hook.post({ service: { namespace: 'a', name: 'b' } }, review, { timeoutMs: 10_000 }).catch(() => undefined);
      const endMs = performance.now() + 1;
      while (performance.now() < endMs);
    });
    expect(await mostPerTurn(calls)).toBeLessThanOrEqual(20);
  });

  it('a call with a short timeout does not wait as long for a connection as others do', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)); // no answer to a TLS handshake
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const config = { url: `https://127.0.0.1:${(silent.address() as AddressInfo).port}`, caBundle };
    const hook = client();
    const end = (name: string, timeoutMs: number): Promise<string> =>
      hook.post(config, review, { timeoutMs }).then(
        () => 'an answer',
        () => name,
      );
    const calls = [end('long', 30_000), end('short', 50)];
    expect(await Promise.race(calls)).toBe('short');
    for (const socket of sockets) socket.destroy();
    expect(await Promise.all(calls)).toEqual(['long', 'short']);
    await new Promise((resolve) => silent.close(resolve));
  });
});
