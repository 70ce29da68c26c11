import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificateAuthority, issueCertificate } from '@orch/pki';
import { type LogFields, type Logger, silentLogger } from '@orch/process';
import type { RedisStoreOptions } from '../options/redis-store-options.js';
import { readRedisOptions } from './read-redis-options.js';
import { RedisFileError } from '@orch/redis';

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

const read = (options: RedisStoreOptions, log: Logger = silentLogger) => readRedisOptions(options, log);

it('without files there are addresses only', async () => expect(await read({ urls })).toEqual({ urls }));

it('passwords and certificates are read from the files', async () => {
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
  const { secrets, ...rest } = await read(options);
  expect(rest).toEqual({
    urls,
    durability: { mode: 'everysec' },
    keyPrefix: 'blue',
    username: 'orch',
    sentinelUsername: 'watcher',
  });
  expect(await secrets!()).toEqual({
    password: ' se cret ',
    sentinelPassword: 'other',
    tls: { ca, cert: pair.certificatePem, key: pair.privateKeyPem },
  });
});

describe('files that change', () => {
  const errors: (LogFields | undefined)[] = [];
  const log: Logger = { ...silentLogger, error: (_message, fields) => void errors.push(fields) };
  beforeEach(() => errors.splice(0));

  it('are read again each time', async () => {
    const passwordFile = await file('turning', 'one');
    const caFile = await file('turning-ca', ca);
    const { secrets } = await read({ urls, passwordFile, caFile }, log);
    await file('turning', 'two');
    await file('turning-ca', pair.certificatePem);
    expect(await secrets!()).toEqual({ password: 'two', tls: { ca: pair.certificatePem } });
    expect(errors).toEqual([]);
  });

  it('keep the previous values while they are invalid, which is logged once for each reason', async () => {
    const passwordFile = await file('broken', 'one');
    const caFile = await file('broken-ca', ca);
    const { secrets } = await read({ urls, passwordFile, caFile }, log);
    await file('broken-ca', 'hunter2');
    const before = { password: 'one', tls: { ca } };
    expect([await secrets!(), await secrets!()]).toEqual([before, before]);
    await rm(passwordFile);
    expect(await secrets!()).toEqual(before);
    expect(errors.map((fields) => String(fields?.['reason']))).toEqual([
      expect.stringContaining('--redis-ca-file='),
      expect.stringContaining('ENOENT'),
    ]);
    expect(JSON.stringify(errors)).not.toContain('hunter2');
    await file('broken', 'two');
    await file('broken-ca', ca);
    expect(await secrets!()).toEqual({ ...before, password: 'two' });
  });
});

describe('unusable files', () => {
  const refused = async (given: object, text: RegExp) => {
    const error: unknown = await read({ urls, ...given }).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(RedisFileError);
    expect((error as Error).message).toMatch(text);
    expect((error as Error).message).not.toMatch(/\n|hunter2/);
  };
  it('an empty password', async () =>
    refused({ passwordFile: await file('a', '\n') }, /^--redis-password-file: .*a is empty/));
  it('a password with further lines', async () =>
    refused(
      { sentinelPasswordFile: await file('b', 'password: hunter2\nuser: x\n') },
      /^--redis-sentinel-password-file: .*b has several lines/,
    ));
  it('a file without a CA certificate', async () =>
    refused({ caFile: await file('c', 'nothing') }, /^--redis-ca-file=.*c cannot be used .*PEM certificates/));
  it('a key of another certificate', async () => {
    const certFile = await file('d', ca);
    const keyFile = await file('e', pair.privateKeyPem);
    await refused({ certFile, keyFile }, /^--redis-cert-file=.*d and --redis-key-file=.*e cannot be used/);
  });
  it('the error of a missing file has its path', async () =>
    expect(read({ urls, passwordFile: join(folder, 'gone') })).rejects.toMatchObject({
      code: 'ENOENT',
      path: join(folder, 'gone'),
    }));
});
