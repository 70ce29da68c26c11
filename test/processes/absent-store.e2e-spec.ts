import { readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import {
  runCommand,
  runOrch,
  startRedis,
  temporaryDirectory,
  type TemporaryDirectory,
  type TestRedis,
} from '@orch/testing';

const ORCH = join(__dirname, '../../bin/orch.js');
const orch = (...args: readonly string[]) => runCommand(process.execPath, [ORCH, ...args]);

describe('a store that is absent or empty while its keys exist', () => {
  let home: TemporaryDirectory;
  let dataDir: string;
  let redis: TestRedis;
  const storeFile = () => join(dataDir, 'store', 'store.mdb');
  const onRedis = () => ['--storage-backend=redis', `--redis-url=${redis.url}`];
  const flags = (...more: readonly string[]) => ['--secure-port=0', `--data-dir=${dataDir}`, ...more];

  beforeAll(async () => {
    home = await temporaryDirectory();
    redis = await startRedis();
  });
  beforeEach(() => (dataDir = join(home.path, `case-${serial++}`)));
  afterAll(async () => {
    await redis?.stop();
    await home?.remove();
  });
  let serial = 0;

  /** A start that goes well, and a stop. */
  async function use(...more: readonly string[]): Promise<void> {
    const server = runOrch(['apiserver', ...flags(...more)]);
    await server.ready;
    await server.stop();
  }

  async function expectRefusal(text: RegExp, command: string, ...more: readonly string[]): Promise<void> {
    const before = readdirSync(dataDir, { recursive: true });
    const { status, stdout, stderr } = await orch(command, ...flags(...more));
    const errors = stderr
      .split('\n')
      .filter((line) => line.startsWith('orch apiserver: ') && line.includes('was used before'));
    expect([status, stdout, errors]).toEqual([1, '', [expect.stringMatching(text) as unknown]]);
    expect(stderr).not.toContain('\n    at ');
    expect(readdirSync(dataDir, { recursive: true })).toEqual(before);
  }

  it('refuses a server, and all of orch up, on a missing or empty file until --initialize is given', async () => {
    await use();
    rmSync(storeFile());
    await expectRefusal(/store\.mdb is missing, .*put the file back, .*"orch restore", .*--initialize/, 'apiserver');
    await expectRefusal(/store\.mdb is missing/, 'up');
    await use('--initialize');
    truncateSync(storeFile());
    await expectRefusal(/store\.mdb has 0 bytes/, 'apiserver');
    await use('--initialize');
    await use();
  });

  it('starts again once a backup was restored into the same directory', async () => {
    await use();
    const backup = join(home.path, 'restored.bak');
    expect((await orch('backup', `--data-dir=${dataDir}`, backup)).status).toBe(0);
    truncateSync(storeFile());
    await expectRefusal(/store\.mdb has 0 bytes/, 'apiserver');
    expect(await orch('restore', `--data-dir=${dataDir}`, backup)).toMatchObject({ status: 0 });
    await use();
  });

  it('refuses a server on a Redis that was emptied, and one on the backend the objects are not in', async () => {
    await use();
    await expectRefusal(
      /objects are in the store of --storage-backend=embedded.*"orch migrate"/,
      'apiserver',
      ...onRedis(),
    );
    const args = ['--from=embedded', '--to=redis', `--data-dir=${dataDir}`, `--redis-url=${redis.url}`];
    expect(await orch('migrate', ...args)).toMatchObject({ status: 0 });
    await use(...onRedis());
    await redis.cli('FLUSHALL');
    await expectRefusal(/Redis at \S+ \(\S+=orch\) holds no objects, .*put its files back/, 'apiserver', ...onRedis());
    await use('--initialize', ...onRedis());
    await use(...onRedis());
  });
});
