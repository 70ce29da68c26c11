import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '@orch/apimachinery';
import { OidcProvider } from '../../../../test/support/oidc-provider.js';
import { TestServer } from '@orch/server-testing';
import type { ApiServerOptions } from '@orch/server';
import { HandMadeIssuer, issuersCaPem, KEYS_CAME, NO_KEYS, RecordedLog, servingPair, signingKey } from '@orch/testing';
import { hostRoots } from './host-roots.js';
import type { OidcOptions } from './oidc-options.js';

const SSR = '/apis/authentication.orch.io/v1/selfsubjectreviews';
const accounts = {
  jane: { groups: ['dev', 'ops'], name: 'Jane', email: 'jane@example.com', email_verified: true, hd: 'example.com' },
  joe: { groups: 'dev', email: 'joe@example.com', email_verified: false },
  jim: {},
};

let directory: string;
let caFile: string;
let provider: OidcProvider;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'orch-oidc-'));
  caFile = join(directory, 'ca.pem');
  await writeFile(caFile, await issuersCaPem());
  provider = await startProvider();
});
afterAll(async () => {
  await TestServer.closeAll();
  await HandMadeIssuer.stopAll();
  await provider.stop();
  await rm(directory, { recursive: true });
});

const startProvider = async (
  changes: Partial<Parameters<typeof OidcProvider.start>[0]> = {},
): Promise<OidcProvider> => {
  const { certificatePem: cert, privateKeyPem: key } = await servingPair();
  return OidcProvider.start({ cert, key, ca: await issuersCaPem(), accounts, ...changes });
};
const options = (issuerUrl: string, changes: Partial<OidcOptions> = {}): Partial<ApiServerOptions> => ({
  oidc: {
    issuerUrl,
    clientId: 'orch-cli',
    usernameClaim: 'sub',
    usernamePrefix: '-',
    groupsClaim: 'groups',
    groupsPrefix: '',
    requiredClaims: [],
    signingAlgorithms: ['RS256'],
    caFile,
    ...changes,
  },
});

/** A server that trusts the issuer, after the issuer's keys were loaded. */
async function trusting(issuerUrl: string, changes: Partial<OidcOptions> = {}): Promise<TestServer> {
  const log = new RecordedLog();
  const server = await TestServer.start(options(issuerUrl, changes), { log });
  await log.until(KEYS_CAME);
  return server;
}
/** The user of a token by SelfSubjectReview; the status code if it is rejected. */
async function whoIs(server: TestServer, token: string): Promise<unknown> {
  const { code, json } = await server.call(SSR, {
    method: 'POST',
    token,
    body: {},
    headers: { 'content-type': 'application/json' },
  });
  if (code !== 201) return code;
  return (json['status'] as { userInfo: unknown }).userInfo;
}
const allUsers = 'system:authenticated';

describe('a real provider', () => {
  let server: TestServer;
  beforeAll(async () => (server = await trusting(provider.issuer)));
  it('B-033 B-042 B-055 its ID token authenticates the user with groups', async () => {
    const { id_token: token } = await provider.signIn('jane');
    expect(await whoIs(server, token)).toEqual({ username: 'jane', groups: ['dev', 'ops', allUsers] });
    expect(provider.events).toContainEqual({ asked: '/.well-known/openid-configuration' });
    expect(provider.events).toContainEqual({ asked: '/jwks' });
  });

  it('B-034 rejects its access tokens', async () => {
    const { access_token: signedIn } = await provider.signIn('jane');
    expect(await whoIs(server, signedIn)).toBe(401);
    const { access_token: own } = await provider.token('orch-cli', { grant_type: 'client_credentials' });
    expect(await whoIs(server, own)).toBe(401);
  });

  it('B-038 a token authenticates a user, without permissions', async () => {
    const { id_token: token } = await provider.signIn('jane');
    const { code, json } = await server.call('/api/v1/namespaces', { token });
    expect([code, json.message]).toEqual([
      403,
      expect.stringContaining('User "jane" cannot list resource "namespaces"'),
    ]);
  });

  it('B-039 rejects tokens of another provider', async () => {
    const second = await startProvider();
    try {
      expect(await whoIs(server, (await second.signIn('jane')).id_token)).toBe(401);
    } finally {
      await second.stop();
    }
  });

  it('B-040 does not redirect to a login page', async () => {
    const { code, headers } = await server.call('/', { headers: { accept: 'text/html' } });
    expect([401, 403]).toContain(code);
    expect(headers['location']).toBeUndefined();
    expect((await server.call('/api', { token: 'none' })).code).toBe(401);
  });

  it('B-048 rejects a token for another client', async () => {
    expect(await whoIs(server, (await provider.signIn('jane', 'other')).id_token)).toBe(401);
  });

  it('B-050 B-053 B-054 B-351 names have the configured prefix', async () => {
    const { id_token: token } = await provider.signIn('jane');
    const named = await trusting(provider.issuer, { usernameClaim: 'name', usernamePrefix: undefined });
    expect(await whoIs(named, token)).toMatchObject({ username: `${provider.issuer}#Jane` });
    const plain = await trusting(provider.issuer, { usernamePrefix: '-' });
    expect(await whoIs(plain, token)).toMatchObject({ username: 'jane' });
  });

  it('B-051 D-050 verified addresses are names without a prefix', async () => {
    const server = await trusting(provider.issuer, { usernameClaim: 'email', usernamePrefix: undefined });
    expect(await whoIs(server, (await provider.signIn('jane')).id_token)).toMatchObject({
      username: 'jane@example.com',
    });
    expect(await whoIs(server, (await provider.signIn('joe')).id_token)).toBe(401);
  });

  it('B-056 B-057 D-051 groups are a list, a string, or absent', async () => {
    const server = await trusting(provider.issuer, { groupsPrefix: 'oidc:' });
    const groups = async (account: string) =>
      ((await whoIs(server, (await provider.signIn(account)).id_token)) as { groups: string[] }).groups;
    expect(await groups('jane')).toEqual(['oidc:dev', 'oidc:ops', allUsers]);
    expect(await groups('joe')).toEqual(['oidc:dev', allUsers]);
    expect(await groups('jim')).toEqual([allUsers]);
  });

  it('B-058 requires required claims', async () => {
    const server = await trusting(provider.issuer, { requiredClaims: [{ claim: 'hd', value: 'example.com' }] });
    expect(await whoIs(server, (await provider.signIn('jane')).id_token)).toMatchObject({ username: 'jane' });
    expect(await whoIs(server, (await provider.signIn('joe')).id_token)).toBe(401);
  });

  it('D-054 new keys are found without a restart', async () => {
    const rotating = await startProvider();
    try {
      const server = await trusting(rotating.issuer);
      expect(await whoIs(server, (await rotating.signIn('jane')).id_token)).toMatchObject({ username: 'jane' });
      await rotating.rotateKeys();
      expect(await whoIs(server, (await rotating.signIn('joe')).id_token)).toMatchObject({ username: 'joe' });
    } finally {
      await rotating.stop();
    }
  });

  it('D-049 ES256 is rejected by default, and accepted where allowed', async () => {
    const modern = await startProvider({ alg: 'ES256' });
    try {
      const { id_token: token } = await modern.signIn('jane');
      expect(await whoIs(await trusting(modern.issuer), token)).toBe(401);
      const allowing = await trusting(modern.issuer, { signingAlgorithms: ['ES256'] });
      expect(await whoIs(allowing, token)).toMatchObject({ username: 'jane' });
    } finally {
      await modern.stop();
    }
  });

  it('D-053 a server starts without it, and accepts its tokens once it is up', async () => {
    const { issuer } = provider;
    const clock = new FakeClock(Date.now());
    const log = new RecordedLog();
    const { id_token: token } = await provider.signIn('jane');
    await provider.stop();
    const server = await TestServer.start(options(issuer), { log, clock });
    await log.until(NO_KEYS);
    expect(await whoIs(server, token)).toBe(401);
    provider = await startProvider({ port: Number(new URL(issuer).port) });
    clock.advance(10_000);
    await log.until(KEYS_CAME);
    expect(await whoIs(server, (await provider.signIn('jane')).id_token)).toMatchObject({ username: 'jane' });
  });
});

describe('a server that trusts an issuer', () => {
  it('B-036 B-037 B-327 a token is valid from its issue to its expiry', async () => {
    const issuer = await HandMadeIssuer.start();
    const log = new RecordedLog();
    const clock = new FakeClock(Date.now());
    const server = await TestServer.start(options(issuer.url), { log, clock });
    await log.until(KEYS_CAME);
    const now = Math.floor(clock.now() / 1000);
    const token = await issuer.token({ claims: { iat: now, exp: now + 60 } });
    expect(await whoIs(server, token)).toMatchObject({ username: 'jane' });
    clock.advance(61_000);
    expect(await whoIs(server, token)).toBe(401);
  });

  it('B-041 accepts a token for several clients, issued to another of them', async () => {
    const issuer = await HandMadeIssuer.start();
    const server = await trusting(issuer.url);
    const token = await issuer.token({ claims: { aud: ['dashboard', 'orch-cli'], azp: 'dashboard' } });
    expect(await whoIs(server, token)).toMatchObject({ username: 'jane' });
  });

  it('B-035 B-046 forged tokens get 401', async () => {
    const issuer = await HandMadeIssuer.start();
    const server = await trusting(issuer.url);
    expect(await whoIs(server, await issuer.token({ key: signingKey('first').privateKey }))).toBe(401);
    expect(await whoIs(server, await issuer.token({ claims: { iss: `${issuer.url}/` } }))).toBe(401);
    expect(await whoIs(server, (await issuer.token()).replace(/[^.]*$/, ''))).toBe(401);
    expect(await whoIs(server, await issuer.token())).toMatchObject({ username: 'jane' });
  });

  it('D-008 a TokenReview authenticates its tokens', async () => {
    const issuer = await HandMadeIssuer.start();
    const server = await trusting(issuer.url);
    const review = async (spec: object) =>
      (
        await server.call('/apis/authentication.orch.io/v1/tokenreviews', {
          method: 'POST',
          agent: await server.admin(),
          body: { spec },
          headers: { 'content-type': 'application/json' },
        })
      ).json['status'];
    expect(await review({ token: await issuer.token() })).toMatchObject({
      authenticated: true,
      user: { username: 'jane' },
    });
    expect(await review({ token: await issuer.token({ claims: { exp: 1 } }) })).toMatchObject({
      authenticated: false,
    });
  });
});

describe('the certificate of an issuer', () => {
  const started = async (issuer: HandMadeIssuer, changes: Partial<OidcOptions>) => {
    const log = new RecordedLog();
    return { log, server: await TestServer.start(options(issuer.url, changes), { log }) };
  };

  it('B-044 does not trust a self-signed certificate that is not a CA, and logs it', async () => {
    const { generateKeyPairSync } = await import('node:crypto');
    const { execFileSync } = await import('node:child_process');
    const keyFile = join(directory, 'self.key');
    const certFile = join(directory, 'self.pem');
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await writeFile(keyFile, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const selfSigned = (authority: boolean): void =>
      void execFileSync('openssl', [
        ...['req', '-x509', '-new', '-key', keyFile, '-out', certFile, '-days', '2', '-subj', '/CN=issuer'],
        ...['-addext', `basicConstraints=critical,CA:${authority ? 'TRUE' : 'FALSE'}`],
        ...['-addext', 'subjectAltName=IP:127.0.0.1'],
      ]);
    const { readFile } = await import('node:fs/promises');
    for (const authority of [false, true]) {
      selfSigned(authority);
      const tls = { cert: await readFile(certFile), key: await readFile(keyFile) };
      const issuer = await HandMadeIssuer.start({ tls });
      const { server, log } = await started(issuer, { caFile: certFile });
      await log.until(authority ? KEYS_CAME : NO_KEYS);
      expect(await whoIs(server, await issuer.token())).toEqual(
        authority ? expect.objectContaining({ username: 'jane' }) : 401,
      );
      expect(log.lines.some(({ message }) => message.includes('whose CA flag is not true'))).toBe(!authority);
    }
  });

  it('B-060 B-061 is verified with --oidc-ca-file, and without it with the CAs of the host', async () => {
    const issuer = await HandMadeIssuer.start();
    const before = process.env['SSL_CERT_FILE'];
    try {
      delete process.env['SSL_CERT_FILE'];
      const without = await started(issuer, { caFile: undefined });
      await without.log.until(NO_KEYS);
      expect(await whoIs(without.server, await issuer.token())).toBe(401);

      process.env['SSL_CERT_FILE'] = caFile; // a host that trusts the CA
      const trusted = await started(issuer, { caFile: undefined });
      await trusted.log.until(KEYS_CAME);
      expect(await whoIs(trusted.server, await issuer.token())).toMatchObject({ username: 'jane' });
    } finally {
      if (before === undefined) delete process.env['SSL_CERT_FILE'];
      else process.env['SSL_CERT_FILE'] = before;
    }
    const withFile = await started(issuer, { caFile });
    await withFile.log.until(KEYS_CAME);
    expect(await whoIs(withFile.server, await issuer.token())).toMatchObject({ username: 'jane' });
  });

  it('B-061 a missing file in SSL_CERT_FILE prevents the start', async () => {
    await expect(hostRoots({ SSL_CERT_FILE: join(directory, 'none') })).rejects.toMatchObject({ name: 'UsageError' });
  });

  const unusable: readonly [name: string, text: string | undefined, message: string][] = [
    ['that is not there', undefined, 'ENOENT'],
    ['that is empty', '', 'holds no certificate'],
    ['that holds a broken certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', 'cannot be read'],
  ]; // prettier-ignore
  for (const [name, text, message] of unusable) {
    it(`B-060 a CA file ${name} prevents the start`, async () => {
      const file = join(directory, 'unusable.pem');
      if (text === undefined) await rm(file, { force: true });
      else await writeFile(file, text);
      await expect(TestServer.start(options('https://127.0.0.1:1', { caFile: file }))).rejects.toMatchObject({
        name: 'UsageError',
        message: expect.stringContaining(message),
      });
    });
  }
});
