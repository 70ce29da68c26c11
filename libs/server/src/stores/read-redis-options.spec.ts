import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificateAuthority, issueCertificate } from '@orch/pki';
import { readRedisOptions, RedisFileError } from './read-redis-options.js';

const urls = ['rediss://a'];
let folder: string;
let ca: string;
let pair: { certificatePem: string; privateKeyPem: string };
const file = async (name: string, text: string): Promise<string> => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redis-files-'));
  const validity = { notBeforeMs: Date.now() - 1_000, validityDays: 1 };
  const authority = await createCertificateAuthority({ commonName: 'ca', ...validity });
  ca = authority.certificatePem;
  pair = await issueCertificate({ ca: authority, commonName: 'me', usages: ['client auth'], ...validity });
});
afterAll(() => rm(folder, { recursive: true }));

it('without files there are addresses alone', async () => expect(await readRedisOptions({ urls })).toEqual({ urls }));

it('passwords and certificates are what the files hold', async () => {
  const options = {
    urls,
    durability: { mode: 'everysec' },
    keyPrefix: 'blue',
    username: 'orch',
    passwordFile: await file('password', ' se cret \n'),
    sentinelUsername: 'watcher',
    sentinelPasswordFile: await file('sentinel', 'other'),
    caFile: await file('ca', ca),
    certFile: await file('cert', pair.certificatePem),
    keyFile: await file('key', pair.privateKeyPem),
  } as const;
  expect(await readRedisOptions(options)).toEqual({
    urls,
    durability: { mode: 'everysec' },
    keyPrefix: 'blue',
    username: 'orch',
    password: ' se cret ',
    sentinelUsername: 'watcher',
    sentinelPassword: 'other',
    tls: { ca, cert: pair.certificatePem, key: pair.privateKeyPem },
  });
});

describe('files that cannot be used', () => {
  const refused = async (given: object, text: RegExp) => {
    const error: unknown = await readRedisOptions({ urls, ...given }).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(RedisFileError);
    expect((error as Error).message).toMatch(text);
    expect((error as Error).message).not.toMatch(/\n|hunter2/);
  };
  it('an empty password', async () =>
    refused({ passwordFile: await file('a', '\n') }, /^--redis-password-file: .*a is empty/));
  it('a password among other lines', async () =>
    refused(
      { sentinelPasswordFile: await file('b', 'password: hunter2\nuser: x\n') },
      /^--redis-sentinel-password-file: .*b has several lines/,
    ));
  it('no certificate of an authority', async () =>
    refused({ caFile: await file('c', 'nothing') }, /^--redis-ca-file=.*c cannot be used .*PEM certificates/));
  it('a key of another certificate', async () => {
    const certFile = await file('d', ca);
    const keyFile = await file('e', pair.privateKeyPem);
    await refused({ certFile, keyFile }, /^--redis-cert-file=.*d and --redis-key-file=.*e cannot be used/);
  });
  it('a file that is not there tells its path', async () =>
    expect(readRedisOptions({ urls, passwordFile: join(folder, 'gone') })).rejects.toMatchObject({
      code: 'ENOENT',
      path: join(folder, 'gone'),
    }));
});
