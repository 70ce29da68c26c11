import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '@orch/apimachinery';
import { newLoginCode } from '@orch/dashboard';
import { sendRaw, TestServer, type Answer } from '@orch/server-testing';
import { freePort, issuersCaPem, KEYS_CAME, RecordedLog, servingPair } from '@orch/testing';
import { OidcProvider } from '../../../../test/support/oidc-provider.js';

const HOUR_MS = 3_600_000;
const json = { 'content-type': 'application/json' };
const login = (server: TestServer, way: string, body: unknown, headers = {}): Promise<Answer> =>
  server.call(`/dashboard/login/${way}`, { method: 'POST', headers: { ...json, ...headers }, body });
const whoIs = async (server: TestServer, token: string): Promise<unknown> => {
  const answer = await server.call('/apis/authentication.orch.io/v1/selfsubjectreviews', {
    method: 'POST',
    token,
    headers: json,
    body: {},
  });
  return answer.code === 201 ? (answer.json['status'] as { userInfo: unknown }).userInfo : answer.code;
};
const offered = async (server: TestServer): Promise<unknown> =>
  (await server.call('/dashboard/config.json')).json['login'];

afterAll(() => TestServer.closeAll());

describe('a one-time link', () => {
  let server: TestServer;
  let clock: FakeClock;
  let log: RecordedLog;
  let code: string;
  beforeEach(async () => {
    clock = new FakeClock(Date.now());
    log = new RecordedLog();
    const made = newLoginCode();
    code = made.code;
    server = await TestServer.start({ dashboardLinkDigest: made.digest }, { clock, log });
  });
  afterEach(() => server.close());

  it('refuses a login whose body is empty', async () =>
    expect(await sendRaw(server, 'POST /dashboard/login/link', [])).toMatchObject({
      code: 400,
      json: { reason: 'BadRequest', message: 'the body is not JSON' },
    }));

  it('gives a token of the administrator, once', async () => {
    expect(await offered(server)).toMatchObject({ link: true });
    expect((await login(server, 'link', { code: `${code}x` })).code).toBe(401);
    const { code: status, json: answer, headers } = await login(server, 'link', { code });
    expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'no-store' });
    const token = answer['token'] as string;
    expect(Date.parse(answer['expires'] as string) - clock.now()).toBeLessThanOrEqual(12 * HOUR_MS);
    expect(await whoIs(server, token)).toMatchObject({
      username: 'orch-admin',
      groups: ['system:masters', 'system:authenticated'],
    });
    expect((await server.call('/api/v1/secrets', { token })).code).toBe(200);
    expect(await offered(server)).toMatchObject({ link: false });
    const again = await login(server, 'link', { code });
    expect(again).toMatchObject({ code: 401, json: { kind: 'Status', reason: 'Unauthorized' } });
    expect(again.text).toContain('used before');
    clock.advance(12 * HOUR_MS);
    expect(await whoIs(server, token)).toBe(401);
    const said = JSON.stringify(log.lines);
    expect(said).toContain('dashboard login');
    for (const secret of [code, token]) expect(said).not.toContain(secret);
  });

  it('is too old after ten minutes', async () => {
    clock.advance(HOUR_MS / 6);
    expect(await offered(server)).toMatchObject({ link: false });
    expect((await login(server, 'link', { code })).code).toBe(401);
  });

  it('cannot be guessed: after ten failures a client waits', async () => {
    const codes: number[] = [];
    for (let i = 0; i < 12; i++) codes.push((await login(server, 'link', { code: `guess${i}` })).code);
    expect(codes).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const refused = await login(server, 'link', { code });
    expect(refused).toMatchObject({ code: 429, headers: { 'retry-after': '6' } });
    clock.advance(6_000);
    expect((await login(server, 'link', { code })).code).toBe(200);
  });

  it.each([
    [{}, 400],
    [{ code: '' }, 400],
    [{ code: 1 }, 400],
    [{ code: 'x'.repeat(5_000) }, 400],
    ['[]', 400],
    ['{', 400],
    ['x'.repeat(20_000), 413],
  ])('is not used by %j', async (body, status) => {
    const answer = await login(server, 'link', body);
    expect(answer).toMatchObject({ code: status, json: { kind: 'Status' } });
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['a form', { 'content-type': 'text/plain' }, 415],
  ])('is not used by a request of %s', async (_name, headers, status) => {
    expect((await login(server, 'link', { code }, headers)).code).toBe(status);
    expect((await login(server, 'link', { code })).code).toBe(200);
  });

  it('is used by nothing but a POST of its own length', async () => {
    expect((await server.call(`/dashboard/login/link?code=${code}`)).code).toBe(404);
    expect((await server.call(`/dashboard/?link=${code}`)).code).toBe(400);
    expect((await login(server, 'other', { code })).code).toBe(405);
    const chunked = await sendRaw(server, 'POST /dashboard/login/link', ['Transfer-Encoding: chunked']);
    expect(chunked.code).toBe(400);
    expect((await login(server, 'link', { code })).code).toBe(200);
  });
});

it('a server without a link has none', async () => {
  const server = await TestServer.start();
  expect(await offered(server)).toEqual({ token: true, certificate: true, link: false, oidc: null });
  expect((await login(server, 'link', { code: 'x' })).code).toBe(405);
  expect(await whoIs(server, `session.${'A'.repeat(43)}`)).toBe(401);
});

describe('OpenID Connect', () => {
  let directory: string;
  let provider: OidcProvider;
  let server: TestServer;
  let redirectUri: string;
  const log = new RecordedLog();
  const scope = 'openid';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'orch-login-'));
    const caFile = join(directory, 'ca.pem');
    const clientSecretFile = join(directory, 'secret');
    await writeFile(caFile, await issuersCaPem());
    await writeFile(clientSecretFile, 'secret of page\n');
    const securePort = await freePort();
    redirectUri = `https://127.0.0.1:${securePort}/dashboard/`;
    const { certificatePem: cert, privateKeyPem: key } = await servingPair();
    const clients = [{ client_id: 'page', client_secret: 'secret of page', redirect_uris: [redirectUri] }];
    provider = await OidcProvider.start({
      cert,
      key,
      ca: await issuersCaPem(),
      accounts: { jane: { groups: ['dev'] } },
      clients,
    });
    const { issuer: issuerUrl } = provider;
    const oidc = {
      usernameClaim: 'sub',
      usernamePrefix: '-',
      groupsClaim: 'groups',
      groupsPrefix: '',
      requiredClaims: [],
      signingAlgorithms: ['RS256'],
    };
    server = await TestServer.start(
      {
        securePort,
        oidc: { issuerUrl, clientId: 'page', caFile, ...oidc },
        dashboardOidc: { issuerUrl, clientId: 'page', clientSecretFile, scopes: ['openid'], caFile },
      },
      { log },
    );
    await log.until(KEYS_CAME);
  });
  afterAll(async () => {
    await server.close();
    await provider.stop();
    await rm(directory, { recursive: true });
  });

  /** What a page has when the issuer sends it back. */
  async function codeOf(): Promise<{ code: string; verifier: string }> {
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    return {
      verifier,
      code: await provider.authorize('jane', { client_id: 'page', redirect_uri: redirectUri, scope, ...pkce }),
    };
  }

  it('the page learns where to send the user', async () => {
    const authorizationEndpoint = `${provider.issuer}/auth`;
    const oidc = { issuer: provider.issuer, clientId: 'page', scopes: ['openid'], authorizationEndpoint };
    expect(await offered(server)).toMatchObject({ oidc });
  });

  it('a code and its verifier give an ID token, with which the user is authenticated', async () => {
    const { code, verifier } = await codeOf();
    const headers = { origin: new URL(redirectUri).origin, 'sec-fetch-site': 'same-origin' };
    const answer = await login(server, 'oidc', { code, verifier, redirectUri }, headers);
    expect(answer.code).toBe(200);
    const token = answer.json['token'] as string;
    expect(Date.parse(answer.json['expires'] as string)).toBeGreaterThan(Date.now());
    expect(await whoIs(server, token)).toMatchObject({ username: 'jane', groups: ['dev', 'system:authenticated'] });
    const said = JSON.stringify(log.lines);
    for (const secret of [code, verifier, token, 'secret of page']) expect(said).not.toContain(secret);
    // A code works once.
    expect(await login(server, 'oidc', { code, verifier, redirectUri })).toMatchObject({
      code: 401,
      json: { reason: 'Unauthorized' },
    });
  });

  it('a code with the verifier of another login is refused', async () => {
    const { code } = await codeOf();
    const { verifier } = await codeOf();
    const answer = await login(server, 'oidc', { code, verifier, redirectUri });
    expect(answer).toMatchObject({ code: 401 });
    expect(answer.json.message).toBe('the issuer refused the login (invalid_grant): log in again');
  });

  it.each([
    'https://evil.example/dashboard/',
    'https://127.0.0.1/dashboard/',
    'javascript:alert(1)',
    'not a URL',
    '/dashboard/',
  ])('no code is exchanged for %s', async (other) => {
    const answer = await login(server, 'oidc', { code: 'c', verifier: 'v', redirectUri: other });
    expect(answer).toMatchObject({ code: 400, json: { message: 'redirectUri must be the address of this page' } });
  });

  it('is not offered while the issuer does not answer, and the page is', async () => {
    const issuerUrl = `https://127.0.0.1:${await freePort()}`;
    const dashboardOidc = {
      issuerUrl,
      clientId: 'page',
      clientSecretFile: undefined,
      scopes: ['openid'],
      caFile: undefined,
    };
    const lonely = await TestServer.start({ dashboardOidc }, { log });
    expect(await offered(lonely)).toMatchObject({ token: true, oidc: null });
    const redirect = `${lonely.server.url}/dashboard/`;
    expect((await login(lonely, 'oidc', { code: 'c', verifier: 'v', redirectUri: redirect })).code).toBe(503);
    await lonely.close();
  });
});
