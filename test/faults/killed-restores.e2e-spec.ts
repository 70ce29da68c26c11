import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EmbeddedStorage, openSnapshot, readBackup } from '@orch/storage';
import { runCommand, startRedis, temporaryDirectory, type TemporaryDirectory, type TestRedis } from '@orch/testing';

const ORCH = join(__dirname, '../../bin/orch.js');
const orch = (...args: readonly string[]) => runCommand(process.execPath, [ORCH, ...args]);

let home: TemporaryDirectory;
const at = (name: string) => join(home.path, name);
beforeAll(async () => void (home = await temporaryDirectory()));
afterAll(() => home?.remove());

/** Runs a command, and kills it as soon as the file has this many bytes; 0: at once. */
async function killedAtSize(bytes: number, file: string, ...args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [ORCH, ...args], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (child.exitCode === null && (statSync(file, { throwIfNoEntry: false })?.size ?? 0) < bytes) await nextTurn();
  child.kill('SIGKILL');
  await ended;
}

async function countIn(path: string): Promise<number> {
  const { items } = await readBackup(createReadStream(path) as AsyncIterable<Buffer>);
  let count = 0;
  for await (const _ of items) count++;
  return count;
}

describe('a restore or a move that is killed', () => {
  const OBJECTS = 30_000;
  const source = () => join(at('large'), 'store');
  let redis: TestRedis;

  beforeAll(async () => {
    const storage = await EmbeddedStorage.open({ directory: source() });
    const text = 'x'.repeat(1_000);
    await Promise.all(
      Array.from({ length: OBJECTS }, (_, i) =>
        storage.create(`configmaps\0t1\0c${i}`, {
          bytes: Buffer.from(`{"i":${i},"t":"${text}"}`),
          revisionAt: undefined,
        }),
      ),
    );
    await storage.close();
    expect((await orch('backup', `--data-dir=${at('large')}`, at('large.bak'))).status).toBe(0);
    redis = await startRedis();
  });
  afterAll(() => redis?.stop());

  it('leaves a store that no server starts on, with an error that says what to do; then it is restored again', async () => {
    const outcomes = new Set<string>();
    for (const megabytes of [0, 1, 12, 25]) {
      const target = at(`killed-${megabytes}`);
      const file = join(target, 'store', 'store.mdb');
      await killedAtSize(megabytes << 20, file, 'restore', `--data-dir=${target}`, at('large.bak'));
      const { status, stderr } = await orch('backup', `--data-dir=${target}`, at('killed.bak'));
      const outcome =
        /holds only a part|there is no store|was never started|holds nothing/.exec(stderr)?.[0] ?? `whole`;
      outcomes.add(outcome);
      expect([status, stderr]).toEqual(outcome === 'whole' ? [0, ''] : [1, stderr]);
      if (outcome === 'whole') expect(await countIn(at('killed.bak'))).toBe(OBJECTS);
      if (outcome !== 'holds only a part') continue;
      const start = await orch('apiserver', '--secure-port=0', `--data-dir=${target}`);
      expect(start.status).toBe(1);
      expect(start.stderr).toContain(
        `${target}/store holds only a part: a restore or a migration into it was interrupted. Remove that directory`,
      );
      rmSync(join(target, 'store'), { recursive: true });
      expect((await orch('restore', `--data-dir=${target}`, at('large.bak'))).status).toBe(0);
    }
    expect(outcomes).toContain('holds only a part');
  });

  it('leaves such a store also when it is killed before its first write, and is restored into that', async () => {
    const target = at('killed-first');
    const kill = at('kill-at-second-read.cjs');
    writeFileSync(
      kill,
      `const files = require('node:fs');
      const { createReadStream } = files;
      let reads = 0;
      // First it is verified.
      files.createReadStream = (...args) =>
        ++reads === 2 ? process.kill(process.pid, 'SIGKILL') : createReadStream(...args);
      require('node:module').syncBuiltinESMExports();`,
    );
    const restore = ['restore', `--data-dir=${target}`, at('large.bak')];
    const environment = { NODE_OPTIONS: `--require=${kill}` };
    expect((await runCommand(process.execPath, [ORCH, ...restore], { environment })).status).toBeNull();
    const start = await orch('apiserver', '--secure-port=0', `--data-dir=${target}`);
    expect([start.status, start.stderr]).toEqual([1, expect.stringContaining(`${target}/store holds only a part`)]);
    expect((await orch(...restore)).status).toBe(0);
  });

  it('leaves the source as it was, and a target that is not used', async () => {
    const before = await contentOf({ backend: 'embedded', dataDir: at('large') });
    const outcomes = new Set<string>();
    const args = ['migrate', '--from=embedded', '--to=redis', `--data-dir=${at('large')}`, `--redis-url=${redis.url}`];
    for (const moved of [0, 1, OBJECTS / 10]) {
      await redis.cli('FLUSHALL');
      const child = spawn(process.execPath, [ORCH, ...args], { stdio: 'ignore' });
      const ended = once(child, 'exit');
      while (child.exitCode === null && Number(await redis.cli('HLEN', '{orch}:keys')) < moved);
      child.kill('SIGKILL');
      await ended;
      const { stderr } = await orch('backup', '--storage-backend=redis', `--redis-url=${redis.url}`, at('killed.bak'));
      outcomes.add(/holds only a part|holds nothing/.exec(stderr)?.[0] ?? 'whole');
    }
    expect(outcomes).toContain('holds only a part');
    await redis.cli('FLUSHALL');
    expect(await contentOf({ backend: 'embedded', dataDir: at('large') })).toEqual(before);
    const { status, stdout } = await orch(...args);
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/^moved 30000 objects at revision 30000 from .*; both hold the same/),
    ]);
  });
});

async function contentOf(options: Parameters<typeof openSnapshot>[0]) {
  const snapshot = await openSnapshot(options, { access: 'shared' });
  const items: [string, number][] = [];
  for await (const { key, revision } of snapshot.items) items.push([key, revision]);
  await snapshot.close();
  return { revision: snapshot.revision, items };
}
