import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CertificateAndKey, createCertificateAuthority, issueCertificate } from '@orch/pki';
import { UserFacingError, UsageError } from '@orch/process';
import { startApiServer, type RunningApiServer } from '../start-api-server.js';
import { DEFAULT_API_SERVER_OPTIONS, type ApiServerOptions } from '../options/api-server-options.js';
import { vocabularyFile } from './data-dir-vocabulary.js';
import { userFacingStartError } from './user-facing-start-error.js';

let folder: string;
let server: RunningApiServer;
const file = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orch-start-'));
  server = await startApiServer({ dataDir: file('data'), securePort: 0 });
  await writeFile(file('no.pem'), 'nothing');
  await writeFile(file('empty'), '');
  await writeFile(file('tokens'), 'half\n');
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** The user-facing error of this start. */
async function failure(given: Partial<ApiServerOptions>): Promise<unknown> {
  const options = { ...DEFAULT_API_SERVER_OPTIONS, securePort: 0, dataDir: file('other'), ...given };
  try {
    await (await startApiServer(options)).stop();
    return 'it started';
  } catch (error) {
    return userFacingStartError(error, options);
  }
}

describe('userFacingStartError: a failed start is one line that says what to do', () => {
  const rows: [string, () => Partial<ApiServerOptions>, RegExp][] = [
    ['a directory in use', () => ({ dataDir: file('data') }), /data is in use by this process: stop it first, or name another directory with --data-dir$/],
    ['a port that is taken', () => ({ securePort: Number(new URL(server.url).port) }), /^port \d+ of 127.0.0.1 is in use by another process: .*--secure-port/],
    ['an address of another machine', () => ({ bindAddress: '192.0.2.1' }), /^192.0.2.1 is not an address of this machine: .*--bind-address/],
    ['no certificate file', () => ({ tlsCertFile: file('gone'), tlsPrivateKeyFile: file('no.pem') }), /^--tls-cert-file: .*gone: there is no such file$/],
    ['a bad certificate file', () => ({ tlsCertFile: file('no.pem'), tlsPrivateKeyFile: file('no.pem') }), /^--tls-cert-file=.*cannot be used .*PEM/],
    ['an empty certificate file', () => ({ tlsCertFile: file('empty'), tlsPrivateKeyFile: file('empty') }), /^--tls-cert-file=.*cannot be used \(a file is empty\)/],
    ['a directory as certificate file', () => ({ tlsCertFile: folder, tlsPrivateKeyFile: file('no.pem') }), /^--tls-cert-file: .*: it is a directory, not a file$/],
    ['a directory as authority file', () => ({ clientCaFile: folder }), /^--client-ca-file: .*: it is a directory, not a file$/],
    ['no authority file', () => ({ clientCaFile: file('gone') }), /^--client-ca-file: .*gone: there is no such file$/],
    ['no token file', () => ({ tokenAuthFile: file('gone') }), /^--token-auth-file: .*gone: there is no such file$/],
    ['a bad token file', () => ({ tokenAuthFile: file('tokens') }), /tokens, line 1: needs token,user,uid/],
    ['a file as data directory', () => ({ dataDir: file('no.pem') }), /^--data-dir: .*no.pem: it is a file, not a directory$/],
  ]; // prettier-ignore
  it.each(rows)('%s', async (_name, given, text) => {
    const error = await failure(given());
    expect(error).toBeInstanceOf(UserFacingError);
    expect((error as Error).message).toMatch(text);
    expect((error as Error).message).not.toContain('\n');
  });

  it('an unknown admission plugin is a usage error', async () =>
    expect(await failure({ enableAdmissionPlugins: ['Nope'] })).toBeInstanceOf(UsageError));
  it('returns a bug unchanged', () => {
    const bug = new TypeError('x is not a function');
    expect(userFacingStartError(bug, DEFAULT_API_SERVER_OPTIONS)).toBe(bug);
  });
});

describe('unusable keys of a data directory', () => {
  const lost = /Put back both from a backup, or remove both to have new ones made/;
  const other = () => createCertificateAuthority({ commonName: 'other', notBeforeMs: Date.now(), validityDays: 1 });
  const tokenKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rows: [string, Record<string, () => string | Promise<string>>, RegExp][] = [
    ['ca.key of garbage', { 'ca.key': () => 'garbage' }, /ca\.crt and .*ca\.key cannot be used: the private key cannot be read/],
    ['ca.key without a byte', { 'ca.key': () => '' }, /the private key cannot be read/],
    ['ca.key of another authority', { 'ca.key': async () => (await other()).privateKeyPem }, /do not belong together/],
    ['ca.key that is encrypted', { 'ca.key': async () => createPrivateKey((await other()).privateKeyPem).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString() }, /give an unencrypted PEM key/],
    ['ca.key of a kind that signs nothing here', { 'ca.key': () => generateKeyPairSync('ec', { namedCurve: 'secp224r1' }).privateKey.export({ type: 'sec1', format: 'pem' }).toString() }, /keys of type ec secp224r1 are not supported/],
    ['ca.crt of garbage', { 'ca.crt': () => 'garbage' }, /the certificate of the authority cannot be read/],
    ['ca.crt that is over', { 'ca.crt': () => old.certificatePem, 'ca.key': () => old.privateKeyPem }, /has expired on/],
    ['ca.crt that is not valid yet', { 'ca.crt': () => early.certificatePem, 'ca.key': () => early.privateKeyPem }, /is not valid before .*: correct the clock of this machine/],
    ['ca.crt that is not that of an authority', { 'ca.crt': () => leaf.certificatePem, 'ca.key': () => leaf.privateKeyPem }, /not that of an authority/],
    ['sa.key of garbage', { 'sa.key': () => 'garbage' }, /sa\.pub and .*sa\.key cannot be used: it holds no key/],
    ['sa.key of another pair', { 'sa.key': () => tokenKey().privateKey.export({ type: 'pkcs1', format: 'pem' }).toString() }, /do not belong together/],
    ['sa.key that is public', { 'sa.key': () => tokenKey().publicKey.export({ type: 'spki', format: 'pem' }).toString() }, /no private key/],
    ['sa.pub without a byte', { 'sa.pub': () => '' }, /sa\.pub and .*sa\.key cannot be used: it holds no key/],
  ]; // prettier-ignore
  let old: CertificateAndKey;
  let early: CertificateAndKey;
  let leaf: CertificateAndKey;
  beforeAll(async () => {
    const ca = await other();
    old = await createCertificateAuthority({ commonName: 'old', notBeforeMs: Date.now() - 3 * 86_400_000, validityDays: 1 });
    early = await createCertificateAuthority({ commonName: 'early', notBeforeMs: Date.now() + 3_600_000, validityDays: 1 });
    leaf = await issueCertificate({ ca, commonName: 'leaf', usages: ['client auth'], notBeforeMs: Date.now(), validityDays: 1 });
  }); // prettier-ignore

  const withPki = async (name: string) => {
    const dataDir = file(name);
    await cp(file('data/pki'), join(dataDir, 'pki'), { recursive: true });
    return { dataDir, at: (one: string) => join(dataDir, 'pki', one) };
  };
  it.each(rows)('%s prevent the start, and are left unchanged', async (name, files, text) => {
    const { dataDir, at } = await withPki(name.replaceAll(' ', '-'));
    for (const [one, content] of Object.entries(files)) await writeFile(at(one), await content());
    const before = await Promise.all(['ca.crt', 'ca.key', 'sa.pub', 'sa.key'].map((one) => readFile(at(one), 'utf8')));
    const error = await failure({ dataDir });
    expect(error).toBeInstanceOf(UserFacingError);
    for (const expected of [text, lost, /^[^\n]*$/]) expect((error as Error).message).toMatch(expected);
    const after = await Promise.all(['ca.crt', 'ca.key', 'sa.pub', 'sa.key'].map((one) => readFile(at(one), 'utf8')));
    expect(after).toEqual(before);
  });

  it('a directory in place of a key is named', async () => {
    const { dataDir, at } = await withPki('directory');
    await rm(at('ca.key'));
    await mkdir(at('ca.key'));
    expect(await failure({ dataDir })).toMatchObject({ message: `--data-dir: ${at('ca.key')}: it is a directory, not a file` }); // prettier-ignore
  });

  it('a lost ca.crt is not created again once a server has served', async () => {
    const { dataDir, at } = await withPki('lost');
    await rm(at('ca.crt'));
    await writeFile(join(dataDir, 'admin.conf'), 'x');
    const key = await readFile(at('ca.key'), 'utf8');
    expect(await failure({ dataDir, initialize: true })).toMatchObject({ message: expect.stringMatching(/ca\.crt is missing: put it back \(certificate-authority-data/) as unknown }); // prettier-ignore
    expect(await readFile(at('ca.key'), 'utf8')).toBe(key);
  });

  const serving: [string, Record<string, string | undefined>, RegExp][] = [
    ['a certificate of garbage', { 'apiserver.crt': 'garbage' }, /apiserver\.crt and .*apiserver\.key cannot be used .*or remove both to have a pair made$/],
    ['a certificate alone', { 'apiserver.key': undefined, 'apiserver.crt': 'garbage' }, /apiserver\.crt has no key .*apiserver\.key: give both, or remove both/],
    ['a key alone', { 'apiserver.crt': undefined }, /apiserver\.key has no certificate .*apiserver\.crt: give both, or remove both/],
  ]; // prettier-ignore
  it.each(serving)('a serving pair with %s prevents the start, and is left unchanged', async (name, files, text) => {
    const { dataDir, at } = await withPki(`serving-${name.replaceAll(' ', '-')}`);
    for (const [one, content] of Object.entries(files)) {
      await (content === undefined ? rm(at(one)) : writeFile(at(one), content));
    }
    const before = await readFile(at('apiserver.key'), 'utf8').catch(() => undefined);
    expect(await failure({ dataDir })).toMatchObject({ message: expect.stringMatching(text) as unknown });
    expect(await readFile(at('apiserver.key'), 'utf8').catch(() => undefined)).toBe(before);
  });
});

describe('a data directory', () => {
  it('names its vocabulary, and refuses the other one', async () => {
    expect(await readFile(vocabularyFile(file('data')), 'utf8')).toBe('orch\n');
    const dataDir = file('kube');
    await (await startApiServer({ dataDir, securePort: 0, vocabulary: 'kubernetes' })).stop();
    const refused = /was made with --vocabulary=kubernetes: start with that, or name another directory with --data-dir/;
    expect(await failure({ dataDir })).toMatchObject({ message: expect.stringMatching(refused) as unknown });
    // A directory older than the file is recognized by its CA.
    await rm(vocabularyFile(dataDir));
    expect(await failure({ dataDir })).toMatchObject({ message: expect.stringMatching(refused) as unknown });
    expect(await failure({ dataDir, vocabulary: 'kubernetes' })).toBe('it started');
    await writeFile(vocabularyFile(dataDir), 'klin\u001bgon\n');
    expect(await failure({ dataDir, vocabulary: 'kubernetes' })).toMatchObject({
      message: expect.stringMatching(
        /vocabulary says "klin\\u001bgon", which is not a vocabulary: .*\(orch or kubernetes\)/,
      ) as unknown,
    });
  });
});
