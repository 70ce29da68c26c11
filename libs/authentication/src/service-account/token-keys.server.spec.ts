import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTokenKeys } from '@orch/pki';
import { createRemoteJWKSet, customFetch, decodeJwt, decodeProtectedHeader, importSPKI, jwtVerify } from 'jose';
import { fetch } from 'undici';
import { startApiServer } from '@orch/server';
import { TestServer } from '@orch/server-testing';
import { DEFAULT_SERVICE_ACCOUNT_OPTIONS } from './service-account-options.js';
import { TokenServer } from './token-server.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'orch-keys-'));
afterAll(async () => {
  await TestServer.closeAll();
  rmSync(folder, { recursive: true });
});

const file = (name: string, ...keys: KeyObject[]): string => {
  const path = join(folder, name);
  const texts = keys.map((key) => key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }));
  writeFileSync(path, texts.join(''));
  return path;
};
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keyId = (key: KeyObject) => readTokenKeys(key.export({ type: 'spki', format: 'pem' }) as string)[0]!.keyId;

/** A token of an account `a` of a new server; the server is closed. */
async function tokenOf(options: Parameters<typeof TokenServer.start>[0]): Promise<string> {
  const server = await TokenServer.start(options);
  if ((await server.get(`${server.in('serviceaccounts')}/a`)).code === 404) await server.account('a');
  const token = await server.token('a');
  await server.close();
  return token;
}

describe('keys of service account tokens', () => {
  it('B-025 without a flag the key of the serving certificate signs', async () => {
    const server = await TokenServer.start();
    await server.account('a');
    const token = await server.token('a');
    const certificate = new X509Certificate(readFileSync(join(server.server.dataDir, 'pki', 'apiserver.crt')));
    const { payload } = await jwtVerify(token, certificate.publicKey);
    expect(payload.sub).toBe('system:serviceaccount:t1:a');
    await server.close();
  });

  it('B-024 D-035 --service-account-key-file sets the key, as openssl sees it', async () => {
    const server = await TokenServer.start({ serviceAccount: { keyFiles: [file('own', rsa.privateKey)] } });
    const uid = await server.account('a');
    const token = await server.token('a');
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', kid: keyId(rsa.publicKey) });
    const at = token.lastIndexOf('.');
    writeFileSync(join(folder, 'input'), token.slice(0, at));
    writeFileSync(join(folder, 'signature'), Buffer.from(token.slice(at + 1), 'base64url'));
    const verify = [
      'dgst',
      '-sha256',
      '-verify',
      file('public', rsa.publicKey),
      '-signature',
      join(folder, 'signature'),
    ];
    expect(execFileSync('openssl', [...verify, join(folder, 'input')], { encoding: 'utf8' })).toBe('Verified OK\n');
    // Neither the key of the serving certificate nor that of the data directory is used any more.
    for (const other of ['apiserver.key', 'sa.key']) {
      expect(
        await server.userOf(await server.tokenSecret(other.replace('.', '-'), 'a', uid, await server.keyOf(other))),
      ).toBe(401);
    }
    await server.close();
  });

  it('D-035 an ECDSA key signs ES256', async () => {
    const token = await tokenOf({ serviceAccount: { keyFiles: [file('ec', ec.privateKey)] } });
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', kid: keyId(ec.publicKey) });
    await jwtVerify(token, await importSPKI(ec.publicKey.export({ type: 'spki', format: 'pem' }) as string, 'ES256'));
  });

  it('D-027 key rotation: old and new tokens are valid, the new key signs', async () => {
    const dataDir = mkdtempSync(join(folder, 'data-'));
    const old = await tokenOf({ dataDir, serviceAccount: { keyFiles: [file('old', rsa.privateKey)] } });
    const server = await TokenServer.start({
      dataDir,
      serviceAccount: {
        keyFiles: [file('new', ec.publicKey), file('old-public', rsa.publicKey)],
        signingKeyFile: file('signing', ec.privateKey),
      },
    });
    const renewed = await server.token('a');
    expect([old, renewed].map((token) => decodeProtectedHeader(token).kid)).toEqual([
      keyId(rsa.publicKey),
      keyId(ec.publicKey),
    ]);
    for (const token of [old, renewed])
      expect(await server.userOf(token)).toMatchObject({ username: 'system:serviceaccount:t1:a' });
    const { keys } = (await server.get('/openid/v1/jwks')).json as unknown as { keys: { kid: string; use: string }[] };
    expect(keys.map(({ kid, use }) => [kid, use])).toEqual([
      [keyId(ec.publicKey), 'sig'],
      [keyId(rsa.publicKey), 'sig'],
    ]);
    await server.close();
  });

  it('D-028 D-029 the first issuer issues, all are accepted, and all are audiences of tokens', async () => {
    const dataDir = mkdtempSync(join(folder, 'data-'));
    const keyFiles = [file('issuers', rsa.privateKey)];
    const before = await tokenOf({ dataDir, serviceAccount: { keyFiles, issuers: ['https://old.example'] } });
    const issuers = ['https://new.example', 'https://old.example'];
    const server = await TokenServer.start({ dataDir, serviceAccount: { keyFiles, issuers } });
    const after = await server.token('a');
    expect([before, after].map((token) => decodeJwt(token).iss)).toEqual([
      'https://old.example',
      'https://new.example',
    ]);
    expect(decodeJwt(after).aud).toEqual(issuers);
    for (const token of [before, after])
      expect(await server.userOf(token)).toMatchObject({ username: expect.any(String) });
    await server.close();
    const last = await TokenServer.start({ dataDir, serviceAccount: { keyFiles, issuers: issuers.slice(0, 1) } });
    expect(await last.userOf(before)).toBe(401);
    await last.close();
  });

  it('D-029 --api-audiences sets the audiences of tokens', async () => {
    const server = await TokenServer.start({ serviceAccount: { apiAudiences: ['api', 'second'] } });
    await server.account('a');
    const token = await server.token('a');
    expect(decodeJwt(token).aud).toEqual(['api', 'second']);
    expect(await server.userOf(await server.token('a', { audiences: ['second', 'x'] }))).toMatchObject({
      uid: expect.any(String),
    });
    const issuer = server.vocabulary.serviceAccountIssuer;
    expect(await server.userOf(await server.token('a', { audiences: [issuer] }))).toBe(401);
    await server.close();
  });

  const refused: [name: string, options: object, text: string][] = [
    ['only public keys', { keyFiles: [file('only-public', rsa.publicKey)] }, '--service-account-signing-key-file'],
    [
      'a signing file without private key',
      { signingKeyFile: file('no-private', rsa.publicKey) },
      'holds no private key',
    ],
    ['a file without keys', { keyFiles: [file('empty')] }, '--service-account-key-file='],
    ['a file that is not there', { keyFiles: [join(folder, 'nosuch')] }, 'ENOENT'],
  ];
  for (const [name, options, text] of refused) {
    it(`D-027 ${name} prevents the start`, async () => {
      const dataDir = mkdtempSync(join(folder, 'data-'));
      const serviceAccount = { ...DEFAULT_SERVICE_ACCOUNT_OPTIONS, ...options };
      await expect(startApiServer({ dataDir, securePort: 0, serviceAccount })).rejects.toThrow(text);
      await (await startApiServer({ dataDir, securePort: 0 })).stop(); // nothing was left open
    });
  }

  it('B-025 a serving key that cannot sign tokens prevents the start, unless there is another key', async () => {
    const dataDir = mkdtempSync(join(folder, 'data-'));
    const ca = ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-subj', '/CN=x', '-days', '1'];
    const [tlsPrivateKeyFile, tlsCertFile] = [join(folder, 'ed.key'), join(folder, 'ed.crt')];
    execFileSync('openssl', [...ca, '-keyout', tlsPrivateKeyFile, '-out', tlsCertFile], { stdio: 'pipe' });
    const serving = { dataDir, securePort: 0, tlsCertFile, tlsPrivateKeyFile };
    await expect(startApiServer(serving)).rejects.toThrow('name one with --service-account-key-file');
    const serviceAccount = { ...DEFAULT_SERVICE_ACCOUNT_OPTIONS, keyFiles: [file('instead', rsa.privateKey)] };
    await (await startApiServer({ ...serving, serviceAccount })).stop();
  });

  it('D-047 another library verifies with the two URLs only', async () => {
    const server = await TokenServer.start();
    await server.account('a');
    const token = await server.token('a', { audiences: ['other-service'] });
    const reader = await server.token('a');
    const agent = server.server.agent();
    const get = (url: string) => fetch(url, { dispatcher: agent, headers: { authorization: `Bearer ${reader}` } });
    const found = await get(`${server.server.server.url}/.well-known/openid-configuration`);
    const { issuer, jwks_uri } = (await found.json()) as { issuer: string; jwks_uri: string };
    const keys = createRemoteJWKSet(new URL(jwks_uri), {
      [customFetch]: ((url: string) => get(url)) as never,
    });
    const { payload } = await jwtVerify(token, keys, { issuer, audience: 'other-service' });
    expect(payload.sub).toBe('system:serviceaccount:t1:a');
    await expect(jwtVerify(token, keys, { issuer, audience: 'another' })).rejects.toThrow('aud');
    await server.close();
  });

  it('D-046 the published key URL is set by a flag; an issuer that is not a URL has no discovery', async () => {
    const jwksUri = 'https://keys.example/jwks';
    const server = await TokenServer.start({ serviceAccount: { jwksUri } });
    expect((await server.get('/.well-known/openid-configuration')).json['jwks_uri']).toBe(jwksUri);
    await server.close();
    const named = await TokenServer.start({ serviceAccount: { issuers: ['just-a-name'] } });
    await named.account('a');
    expect(decodeJwt(await named.token('a')).iss).toBe('just-a-name');
    expect((await named.get('/.well-known/openid-configuration')).code).toBe(404);
    await named.close();
  });
});
