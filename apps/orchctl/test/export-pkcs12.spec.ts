import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createCertificateAuthority, issueCertificate } from '@orch/pki';
import { TestCommandLine } from './command-line.fixture.js';

const orchctl = new TestCommandLine();
const validity = { notBeforeMs: Date.now() - 60_000, validityDays: 1 };
const base64 = (text: string): string => Buffer.from(text).toString('base64');

let ca: Awaited<ReturnType<typeof createCertificateAuthority>>;
let pair: Awaited<ReturnType<typeof issueCertificate>>;
beforeAll(async () => {
  ca = await createCertificateAuthority({ commonName: 'ca', ...validity });
  pair = await issueCertificate({ ca, commonName: 'jane', usages: ['client auth'], ...validity });
});

/** Runs the command on a configuration with the user `jane`. */
const exported = (name: string, user: object, ...flags: string[]) => {
  const context = { name: 'dev', context: { cluster: 'c', user: 'jane' } };
  const configuration = {
    clusters: [{ name: 'c', cluster: { server: 'https://c' } }],
    users: [{ name: 'jane', user }],
    contexts: [context],
    'current-context': 'dev',
  };
  orchctl.config = orchctl.file('config', JSON.stringify(configuration));
  return orchctl.run('config', 'export-pkcs12', join(orchctl.folder, name), ...flags);
};
const entry = (cert: string, key: string) => ({
  'client-certificate-data': base64(cert),
  'client-key-data': base64(key),
});
const openssl = (name: string, password: string, ...flags: string[]): string =>
  execFileSync('openssl', ['pkcs12', '-in', join(orchctl.folder, name), '-passin', 'stdin', ...flags], {
    input: `${password}\n`,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
const rsaKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'pem', type: 'pkcs1' }).toString();
/** A self-signed certificate of openssl. */
const rsaPair = (): { cert: string; key: string } => {
  const key = rsaKey();
  const file = orchctl.file('rsa.key', key);
  return {
    key,
    cert: execFileSync('openssl', ['req', '-x509', '-key', file, '-subj', '/CN=joe', '-days', '1'], {
      encoding: 'utf8',
    }),
  };
};

it('openssl reads certificate, chain and key', async () => {
  const { out, err, status } = await exported(
    'ec.p12',
    entry(pair.certificatePem + ca.certificatePem, pair.privateKeyPem),
  );
  expect({ err, status }).toEqual({ err: '', status: 0 });
  const password = /ec\.p12 written, password: ([\w-]{16})$/m.exec(out)![1]!;
  const text = openssl('ec.p12', password, '-nodes');
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)!;
  expect(certificates.map((pem) => new X509Certificate(pem).subject)).toEqual(['CN=jane', 'CN=ca']);
  expect(text).toContain('friendlyName: jane (dev)');
  const [key] = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/.exec(text)!;
  const own = new X509Certificate(certificates[0]!);
  expect(own.checkPrivateKey((await import('node:crypto')).createPrivateKey(key))).toBe(true);
  expect(() => openssl('ec.p12', 'wrong', '-nodes')).toThrow(/mac verify/i);
  expect(statSync(join(orchctl.folder, 'ec.p12')).mode & 0o777).toBe(0o600);
});

it('has an RSA key, with a password of a file', async () => {
  const { cert, key } = rsaPair();
  const passwordFile = orchctl.file('password', 'pässword 1\n');
  const { out } = await exported('rsa.p12', entry(cert, key), '--password-file', passwordFile);
  expect(out).toMatch(/rsa\.p12 written$/m);
  expect(openssl('rsa.p12', 'pässword 1', '-nodes')).toContain('BEGIN PRIVATE KEY');
});

it.each([
  ['modern', [], /PBES2, PBKDF2, AES-256-CBC.*hmacWithSHA256/i, /MAC: sha256/i],
  ['legacy', ['--legacy'], /pbeWithSHA1And3-KeyTripleDES-CBC/i, /MAC: sha1/i],
])('is encrypted in the form %s', async (name, flags, encryption, mac) => {
  const passwordFile = orchctl.file('password', 'secret');
  await exported(
    `${name}.p12`,
    entry(pair.certificatePem, pair.privateKeyPem),
    '--password-file',
    passwordFile,
    ...flags,
  );
  const { stderr } = await import('node:child_process').then(({ spawnSync }) =>
    spawnSync(
      'openssl',
      ['pkcs12', '-info', '-noout', '-in', join(orchctl.folder, `${name}.p12`), '-passin', 'pass:secret'],
      { encoding: 'utf8' },
    ),
  );
  expect(stderr).toMatch(encryption);
  expect(stderr).toMatch(mac);
  const readable = readFileSync(join(orchctl.folder, `${name}.p12`)).toString('latin1');
  expect(readable).not.toContain('PRIVATE KEY');
});

it.each([
  ['a user with a token', () => ({ token: 't' }), 'has no client certificate'],
  [
    'the key of another',
    () => entry(pair.certificatePem, ca.privateKeyPem),
    'the private key is not that of the certificate',
  ],
  ['a key that is none', () => entry(pair.certificatePem, 'x'), 'the private key cannot be read'],
  ['a certificate that is none', () => entry('x', pair.privateKeyPem), 'the client certificate is not PEM'],
])('writes no file for %s', async (_name, user, message) => {
  const { err, status } = await exported('none.p12', user());
  expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining(message) });
  expect(existsSync(join(orchctl.folder, 'none.p12'))).toBe(false);
});

it('replaces no file', async () => {
  orchctl.file('there.p12', 'other');
  const { err, status } = await exported('there.p12', entry(pair.certificatePem, pair.privateKeyPem));
  expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('exists: remove it first') });
  expect(readFileSync(join(orchctl.folder, 'there.p12'), 'utf8')).toBe('other');
});
