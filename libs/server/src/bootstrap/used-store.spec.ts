import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@orch/process';
import { embeddedDirectory, embeddedStoreFile, openStorage } from '@orch/storage';
import { startApiServer, type RunningApiServer } from '../start-api-server.js';
import { pkiDirectory, adminConfigPath } from '@orch/tls';
import { DEFAULT_API_SERVER_OPTIONS, type ApiServerOptions } from '../options/api-server-options.js';
import { vocabularyFile } from './data-dir-vocabulary.js';
import { userFacingStartError } from './user-facing-start-error.js';
import { SharedServers } from '@orch/server-testing';
import { AbsentStoreError, backendFile, noteUsedStore } from './used-store.js';

/** The user-facing error of a refused start. */
async function refusal(start: Promise<unknown>): Promise<string> {
  const error = await start.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AbsentStoreError);
  const { message } = userFacingStartError(error, DEFAULT_API_SERVER_OPTIONS) as Error;
  expect(message).not.toContain('\n');
  return message;
}

describe('a data directory whose embedded store is absent or empty', () => {
  let folder: string;
  let dataDir: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'orch-used-'));
    await (await start(join(folder, 'used'))).stop();
  });
  beforeEach(async () => {
    dataDir = await mkdtemp(join(folder, 'case-'));
    await cp(join(folder, 'used'), dataDir, { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true }));

  const start = (directory: string, options: Partial<ApiServerOptions> = {}): Promise<RunningApiServer> =>
    startApiServer({ dataDir: directory, securePort: 0, ...options });
  const starts = async (options: Partial<ApiServerOptions> = {}) => (await start(dataDir, options)).stop();
  const loseStore = () => rm(embeddedDirectory(dataDir), { recursive: true });
  const forget = (...files: ((dataDir: string) => string)[]) =>
    Promise.all(files.map((file) => rm(file(dataDir), { recursive: true })));

  const losses: [string, () => Promise<void>, string][] = [
    ['a missing file', () => rm(embeddedStoreFile(dataDir)), 'is missing'],
    ['a missing directory', loseStore, 'is missing'],
    ['a file of 0 bytes', () => writeFile(embeddedStoreFile(dataDir), ''), 'has 0 bytes'],
  ];
  it.each(losses)('refuses to start on %s, and changes nothing', async (_name, lose, found) => {
    await lose();
    const before = await readdir(dataDir, { recursive: true });
    const message = await refusal(start(dataDir));
    expect(message).toContain(
      `${embeddedStoreFile(dataDir)} ${found}, but the data directory ${dataDir} was used before`,
    );
    for (const remedy of ['put the file back', '"orch restore"', '--initialize']) expect(message).toContain(remedy);
    expect(await readdir(dataDir, { recursive: true })).toEqual(before);
  });

  const evidence: [string, ((dataDir: string) => string)[]][] = [
    ['the noted backend', [adminConfigPath, vocabularyFile, pkiDirectory]],
    ['admin.conf, in directories of earlier releases', [backendFile, vocabularyFile, pkiDirectory]],
    ['the vocabulary, in directories of earlier releases', [backendFile, adminConfigPath, pkiDirectory]],
  ];
  it.each(evidence)('is recognized as used by %s', async (_name, others) => {
    await forget(...others);
    await loseStore();
    await refusal(start(dataDir));
  });

  it('refuses to start on a store that never held an object', async () => {
    await loseStore();
    await (await openStorage({ backend: 'embedded', dataDir })).close();
    expect(await refusal(start(dataDir))).toContain('store.mdb holds no objects');
  });

  it('starts with an empty store with --initialize-storage, and without it afterwards', async () => {
    await loseStore();
    await starts({ initialize: true });
    await starts();
  });

  it('counts as new when it has keys only, such as those of another server', async () => {
    await loseStore();
    await forget(backendFile, vocabularyFile, adminConfigPath);
    await starts();
    expect(await readFile(backendFile(dataDir), 'utf8')).toBe('embedded\n');
  });

  it('counts as new after a crash in the first start, before the store held objects', async () => {
    await loseStore();
    await forget(backendFile, adminConfigPath);
    await (await openStorage({ backend: 'embedded', dataDir })).close();
    await starts();
  });

  it('is marked by the next start after an upgrade from a release without the mark', async () => {
    await forget(backendFile);
    await starts();
    await forget(adminConfigPath, vocabularyFile);
    await loseStore();
    await refusal(start(dataDir));
  });

  it('starts although the mark cannot be written', async () => {
    const warned: unknown[] = [];
    const options = { ...DEFAULT_API_SERVER_OPTIONS, dataDir: join(vocabularyFile(dataDir), 'not-a-directory') };
    await noteUsedStore(options, { ...silentLogger, warn: (_text, fields) => warned.push(fields) });
    expect(warned).toMatchObject([{ file: backendFile(options.dataDir) }]);
  });
});

describe('a data directory whose store on Redis is empty', () => {
  let shared: SharedServers;
  beforeEach(async () => (shared = await SharedServers.open()));
  afterEach(() => shared.close());

  /** A used data directory whose server is stopped. */
  const use = async (name: string) => (await shared.start(name)).close();
  const empty = () => shared.redis.cli('FLUSHALL');

  it('refuses to start, unless initialization is requested', async () => {
    await use('first');
    await empty();
    for (let again = 0; again < 2; again++) {
      const message = await refusal(shared.start('first'));
      expect(message).toMatch(
        /^--redis-url: Redis at 127.0.0.1:\d+ .* holds no objects, but the data directory .*first was used/,
      );
      for (const remedy of ['put its files back', '"orch restore"', '--initialize']) expect(message).toContain(remedy);
    }
    await shared.redis.restart(); // the store has a new epoch afterwards
    await refusal(shared.start('first'));
    expect((await (await shared.start('first', { initialize: true })).call('/readyz')).code).toBe(200);
    await use('first');
  });

  it('starts when another live server has restored the bootstrap objects', async () => {
    await Promise.all(['first', 'second'].map(use));
    await new Promise<void>((resolve, reject) => {
      const log = {
        ...silentLogger,
        info: (text: string) => void (text === 'bootstrap objects restored' && resolve()),
      };
      shared.start('first', {}, { log }).then(empty).catch(reject);
    });
    await use('second');
  });

  it('allows further servers with new directories to start', async () => {
    await use('first');
    await use('second');
  });

  it('names the backend that has the objects, when started on another one', async () => {
    await use('first');
    const dataDir = shared.dataDir('first');
    const message = await refusal(startApiServer({ dataDir, securePort: 0 }));
    expect(message).toContain(
      'its objects are in the store of --storage-backend=redis; start with that, move them with "orch migrate"',
    );
  });
});
