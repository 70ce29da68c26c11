import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { FakeClock } from '@orch/apimachinery';
import { silentLogger } from '@orch/process';
import { PublicRequests } from './public-requests.js';

interface Answer {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const clock = new FakeClock();
const log = silentLogger;
let root: string;
let folder: string;
let server: Server;
let requests: PublicRequests;

const open = (more: { inTurn?: () => Promise<void> } = {}): PublicRequests =>
  new PublicRequests({ vocabulary: 'orch', certificates: true, version: '1.2.3', folder, clock, log, ...more });

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'orch-page-'));
  folder = join(root, 'page');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(root, 'secret.js'), 'secret');
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(join(folder, 'assets/main-abc.js'), 'run()');
  await writeFile(join(folder, 'assets/main-abc.js.br'), brotliCompressSync('run()'));
  requests = open();
  server = createServer((request, reply) => void requests.handle(request, reply));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(root, { recursive: true });
});

/** Sends the path as it is: `fetch` would normalize it. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const sent = httpRequest({ host: '127.0.0.1', port, path, headers, method }).end();
  const [answer] = await once(sent, 'response');
  const body = answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(Buffer.concat(await answer.toArray())).toString() : await text(answer); // prettier-ignore
  return { code: answer.statusCode, headers: answer.headers, body };
}

it('serves the page, which is asked for again by its ETag', async () => {
  const { code, headers, body } = await get('/dashboard/');
  expect({ code, body }).toEqual({ code: 200, body: '<!doctype html><title>page</title>' });
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
  const again = await get('/dashboard/', { 'if-none-match': headers['etag']! });
  expect(again).toMatchObject({ code: 304, body: '' });
  expect((await get('/dashboard/', { 'if-none-match': '"other"' })).code).toBe(200);
});

it('redirects the path without slash, without its query', async () => {
  const answer = await get('/dashboard?next=//evil.example');
  expect(answer).toMatchObject({ code: 308, headers: { location: '/dashboard/' } });
});

it('serves hashed files for ever, compressed for clients that take it', async () => {
  const plain = await get('/dashboard/assets/main-abc.js');
  expect(plain).toMatchObject({ code: 200, body: 'run()' });
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(plain.headers['content-encoding']).toBeUndefined();
  const compressed = await get('/dashboard/assets/main-abc.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(compressed).toMatchObject({ body: 'run()', headers: { 'content-encoding': 'br', vary: 'Accept-Encoding' } });
  const refused = await get('/dashboard/assets/main-abc.js', { 'accept-encoding': 'br;q=0, *' });
  expect(refused.headers['content-encoding']).toBeUndefined();
});

it('answers HEAD without a body', async () => {
  expect(await get('/dashboard/', {}, 'HEAD')).toMatchObject({
    code: 200,
    body: '',
    headers: { 'content-length': '34' },
  });
});

it('describes itself before a login', async () => {
  const { code, headers, body } = await get('/dashboard/config.json');
  expect({ code, type: headers['content-type'], cache: headers['cache-control'] }).toEqual({ code: 200, type: 'application/json', cache: 'no-store' }); // prettier-ignore
  const login = { token: true, certificate: true, link: false, oidc: null };
  expect(JSON.parse(body)).toEqual({
    vocabulary: 'orch',
    groups: { meta: 'meta.orch.io', apidiscovery: 'apidiscovery.orch.io', metrics: 'metrics.orch.io' },
    names: {
      tlsSecret: 'orch.io/tls',
      bootstrapToken: 'bootstrap.orch.io/token',
      controllerStatus: 'coordination.orch.io/controller-status',
    },
    version: '1.2.3',
    login,
  });
});

it('describes itself in the turn of a client: thousands may wait for the issuer', async () => {
  const taken: string[] = [];
  requests = open({ inTurn: async () => void taken.push('turn') });
  expect((await get('/dashboard/config.json')).code).toBe(200);
  expect(taken).toEqual(['turn']);
});

it.each(['/dashboard', '/dashboard/', '/dashboard/config.json', '/dashboard/assets/main-abc.js', '/dashboard/none'])(
  'sends the security headers with %s',
  async (path) => {
    const { headers } = await get(path);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  },
);

it.each([
  '/dashboard/../secret.js',
  '/dashboard/assets/../../secret.js',
  '/dashboard/%2e%2e/secret.js',
  '/dashboard/..%2fsecret.js',
  '/dashboard/..%5csecret.js',
  '/dashboard/..\\secret.js',
  '/dashboard//secret.js',
  '/dashboard/./index.html',
  '/dashboard/link.js',
  '/dashboard/outside/secret.js',
  '/dashboard/assets',
  '/dashboard/assets/',
  '/dashboard/assets/main-abc.js.br',
  '/dashboard/index.html%00.js',
  '/dashboard/__proto__',
])('finds no file at %s', async (path) => {
  await symlink(join(root, 'secret.js'), join(folder, 'link.js'));
  await symlink(root, join(folder, 'outside'));
  requests = open();
  expect(await get(path)).toMatchObject({ code: 404, body: '404 page not found\n' });
});

it('refuses other methods', async () => {
  expect(await get('/dashboard/', {}, 'PUT')).toMatchObject({
    code: 405,
    headers: { 'content-type': 'application/json' },
  });
});

it('says how to build a page that is not there, and serves it once it is', async () => {
  await rm(folder, { recursive: true });
  requests = open();
  expect(await get('/dashboard/')).toMatchObject({ code: 503, body: expect.stringContaining('npm run build') });
  await mkdir(folder);
  await writeFile(join(folder, 'index.html'), 'built');
  expect(await get('/dashboard/')).toMatchObject({ code: 200, body: 'built' });
});

it.each(['token', 'access_token', 'id_token', 'link', 'password'])('refuses a URL with %s', async (name) => {
  const { code, body, headers } = await get(`/dashboard/?${name}=abc`);
  expect({ code, body: JSON.parse(body) }).toMatchObject({ code: 400, body: { kind: 'Status', reason: 'BadRequest' } });
  expect(body).not.toContain('abc');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});
