import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { parse, stringify } from 'yaml';
import { OidcProvider, type Tokens } from '../../../../test/support/oidc-provider.js';
import type { HeaderCredentials } from '../configuration/client-configuration.js';
import { loadClientConfiguration } from '../configuration/load-client-configuration.js';
import { makeTestCertificates, type TestCertificates } from '../testing/test-certificates.js';
import { Authorization } from '../transport/authorization.js';

type Config = Record<string, string | undefined>;

let certificates: TestCertificates;
let provider: OidcProvider;
let signedIn: Tokens;
let folder: string;
let file: string;

const start = async (changes: Partial<Parameters<typeof OidcProvider.start>[0]> = {}): Promise<OidcProvider> =>
  OidcProvider.start({
    ...certificates.server,
    ca: certificates.ca,
    accounts: { jane: {} },
    ...changes,
  });
beforeAll(async () => {
  certificates = await makeTestCertificates();
  provider = await start();
  signedIn = await provider.signIn('jane');
});
afterAll(() => provider.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orch-oidc-client-'));
  file = join(folder, 'config');
  writeFileSync(join(folder, 'idp.pem'), certificates.ca);
  provider.events.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const settings = (changes: Config = {}): Config => ({
  'idp-issuer-url': provider.issuer,
  'client-id': 'orch-cli',
  'client-secret': 'secret of orch-cli',
  'idp-certificate-authority': 'idp.pem',
  'id-token': signedIn.id_token,
  'refresh-token': signedIn.refresh_token,
  ...changes,
});
const write = (config: Config, name = 'oidc'): void =>
  writeFileSync(
    file,
    `# mine\n${stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:6443' } }],
      users: [
        { name: 'other', user: { token: 'x' } },
        { name: 'u', user: { 'auth-provider': { name, config } } },
      ],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    })}`,
    { mode: 0o600 },
  );
const stored = (): Config =>
  (parse(readFileSync(file, 'utf8')) as { users: { user: { 'auth-provider': { config: Config } } }[] }).users[1]!.user[
    'auth-provider'
  ].config;
/** An ID token whose time is over. */
const EXPIRED = `a.${Buffer.from('{"exp":1}').toString('base64url')}.c`;
/** A time at which the first ID token has expired. */
const LATER = (): FakeClock => new FakeClock(Date.now() + 3_600_000);

const authorization = (clock = new FakeClock(Date.now())): Authorization => {
  const { credentials } = loadClientConfiguration({ vocabulary: vocabularies.orch, file });
  return new Authorization(credentials as HeaderCredentials, clock);
};
const asked = (): (string | undefined)[] => provider.events.map((event) => event.asked).filter(Boolean);
const bearer = (token: string | undefined): string => `Bearer ${token}`;

describe('auth-provider oidc', () => {
  it('B-067 D-059 sends a valid ID token without a request to the issuer', async () => {
    write(settings());
    expect(await authorization().header()).toBe(bearer(signedIn.id_token));
    expect(provider.events).toEqual([]);
  });

  it('B-062 B-063 B-065 B-068 refreshes an expired ID token at the issuer with the refresh token', async () => {
    write(settings({ 'id-token': EXPIRED }));
    const header = await authorization().header();
    expect(header).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
    expect(asked()).toEqual(['/.well-known/openid-configuration', '/token']);
    expect(provider.events).toContainEqual({ grant: 'refresh_token', client: 'orch-cli' });
  });

  it('B-069 stores new values, and keeps the rest of the file', async () => {
    write(settings({ 'id-token': EXPIRED }));
    const before = readFileSync(file, 'utf8');
    const header = await authorization().header();
    expect(header).toBe(bearer(stored()['id-token']));
    const after = readFileSync(file, 'utf8');
    expect(stored()['id-token']).not.toBe(EXPIRED);
    expect(after.replace(stored()['id-token']!, EXPIRED)).toBe(before);
    expect(after).toContain('# mine');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('B-069 stores a replaced refresh token', async () => {
    const rotating = await start({ rotateRefreshTokens: true });
    try {
      const tokens = await rotating.signIn('jane');
      const { id_token: id, refresh_token: refresh } = tokens;
      write(settings({ 'idp-issuer-url': rotating.issuer, 'id-token': id, 'refresh-token': refresh }));
      await authorization(LATER()).header();
      const second = stored()['refresh-token'];
      expect(second).not.toBe(refresh);
      await authorization(LATER()).header(); // the first one is spent
      expect(stored()['refresh-token']).not.toBe(second);
    } finally {
      await rotating.stop();
    }
  });

  it('B-069 keeps a link to the file', async () => {
    write(settings());
    const link = join(folder, 'link');
    symlinkSync(file, link);
    const { credentials } = loadClientConfiguration({ vocabulary: vocabularies.orch, file: link });
    const header = await new Authorization(credentials as HeaderCredentials, LATER()).header();
    expect(header).toBe(bearer(stored()['id-token']));
  });

  it('B-064 a confidential client refreshes only with its secret', async () => {
    write(settings({ 'client-secret': undefined }));
    await expect(authorization(LATER()).header()).rejects.toThrow(/invalid_client/);
    write(settings({ 'client-secret': 'guess' }));
    await expect(authorization(LATER()).header()).rejects.toThrow(/invalid_client/);
    expect(provider.events).toContainEqual(expect.objectContaining({ refused: 'invalid_client' }));
    write(settings());
    await expect(authorization(LATER()).header()).resolves.toMatch(/^Bearer /);
  });

  it('B-064 sends the secret in the body to a provider that requires it there', async () => {
    const secret = 'secret of orch-cli';
    const post = await start({
      clients: [{ client_id: 'orch-cli', client_secret: secret, token_endpoint_auth_method: 'client_secret_post' }],
      authMethods: ['client_secret_post'],
    });
    try {
      const { refresh_token: refresh } = await post.signIn('jane');
      write(settings({ 'idp-issuer-url': post.issuer, 'id-token': undefined, 'refresh-token': refresh }));
      const header = await authorization().header();
      expect(header).toBe(bearer(stored()['id-token']));
    } finally {
      await post.stop();
    }
  });

  it("B-066 D-059 the provider's certificate is checked with idp-certificate-authority, or its data", async () => {
    write(settings({ 'idp-certificate-authority': undefined }));
    await expect(authorization(LATER()).header()).rejects.toMatchObject({
      name: 'TransportError',
      message: expect.stringContaining('is not trusted'),
    });
    const data = Buffer.from(certificates.ca).toString('base64');
    write(settings({ 'idp-certificate-authority': undefined, 'idp-certificate-authority-data': data }));
    await expect(authorization(LATER()).header()).resolves.toMatch(/^Bearer /);
  });

  it('B-068 concurrent requests share one refresh', async () => {
    write(settings());
    const all = authorization(LATER());
    const headers = await Promise.all(Array.from({ length: 5 }, () => all.header()));
    expect(new Set(headers).size).toBe(1);
    expect(asked().filter((path) => path === '/token')).toHaveLength(1);
  });

  it('B-068 uses tokens that another process stored meanwhile', async () => {
    write(settings({ 'id-token': undefined }));
    const first = authorization();
    const second = authorization();
    const header = await first.header();
    expect(await second.header()).toBe(header);
    expect(asked().filter((path) => path === '/token')).toHaveLength(1);
  });

  it('B-068 refreshes a malformed ID token too', async () => {
    for (const token of ['x', 'a.b.c', 'a.bnVsbA.c', `a.${Buffer.from('{"exp":"soon"}').toString('base64url')}.c`]) {
      write(settings({ 'id-token': token }));
      const header = await authorization().header();
      expect(header).toBe(bearer(stored()['id-token']));
    }
  });

  it('reports the remedy when there is no refresh token', async () => {
    write(settings({ 'refresh-token': undefined }));
    await expect(authorization(LATER()).header()).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringContaining('sign in at'),
    });
  });

  it('reports the error of a provider that refuses the refresh token', async () => {
    write(settings({ 'refresh-token': 'revoked' }));
    await expect(authorization(LATER()).header()).rejects.toThrow(/answered 400 \(invalid_grant/);
    await expect(authorization(LATER()).header()).rejects.not.toThrow(/secret of orch-cli|revoked/);
  });

  it('B-070 a provider that gives no ID token for a refresh token is not supported', async () => {
    const plain = await start({ idTokenOnRefresh: false });
    try {
      const { refresh_token: refresh } = await plain.signIn('jane');
      write(settings({ 'idp-issuer-url': plain.issuer, 'id-token': undefined, 'refresh-token': refresh }));
      await expect(authorization().header()).rejects.toThrow('gives no id_token for a refresh token');
    } finally {
      await plain.stop();
    }
  });

  const refused: readonly [name: string, config: Config, provider: string, message: RegExp][] = [
    ['another provider', {}, 'gcp', /auth-provider "gcp" of "u" is not supported/],
    ['no issuer', { 'idp-issuer-url': undefined }, 'oidc', /needs config.idp-issuer-url/],
    ['no client', { 'client-id': '' }, 'oidc', /needs config.client-id/],
    ['an authority that is not there', { 'idp-certificate-authority': 'x.pem' }, 'oidc', /cannot read idp-certificate-authority/],
    ['an authority that is not base64', { 'idp-certificate-authority-data': '%' }, 'oidc', /is not base64/],
  ]; // prettier-ignore
  for (const [name, config, kind, message] of refused) {
    it(`D-059 refuses ${name}`, () => {
      write(settings(config), kind);
      expect(() => authorization()).toThrow(message);
    });
  }

  it('sends no request to an issuer without TLS', async () => {
    write(settings({ 'idp-issuer-url': 'http://127.0.0.1:1' }));
    await expect(authorization(LATER()).header()).rejects.toThrow('is not an https URL');
  });

  it('tolerates a read-only file while its refresh token stays valid', async () => {
    write(settings());
    const all = authorization(LATER());
    rmSync(file);
    await expect(all.header()).resolves.toMatch(/^Bearer /);
  });
});
