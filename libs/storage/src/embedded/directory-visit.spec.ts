import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { value } from '../conformance/observations.js';
import { STORE_FILE } from './disk.js';
import { EmbeddedStorage } from './embedded-storage.js';
import { openEmbeddedSnapshot } from './embedded-snapshot.js';
import { openDisk } from './open-disk.js';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'directory-visit-'))));
afterEach(() => rmSync(directory, { recursive: true }));

/** Another process that stands in the lock file, and writes facts there. Resolves when it does. */
async function neighbour(facts: Readonly<Record<string, 'pid'>>): Promise<ChildProcess> {
  const code = `
    const { open } = require('lmdb');
    const path = ${JSON.stringify(join(directory, 'lock.mdb'))};
    const file = open({ path, noSubdir: true, encoding: 'string', overlappingSync: false });
    file.get('');
    file.useReadTransaction();
    for (const key of ${JSON.stringify(Object.keys(facts))}) file.putSync(key, String(process.pid));
    console.log('here');
    setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ['-e', code], { cwd: __dirname, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** A store whose file is mostly free. */
async function mostlyFree(): Promise<void> {
  const storage = await EmbeddedStorage.open({ directory, historyWindowMs: 0 });
  const large = 'x'.repeat(20_000);
  await Promise.all(Array.from({ length: 400 }, (_, i) => storage.create(`k${i}`, value(large))));
  await storage.deleteRange('');
  for (let i = 0; storage.oldestRevision < 800; i++) await storage.create(`t${i}`, value('')); // trimming goes along
  await storage.close();
}

const bytes = () => statSync(join(directory, STORE_FILE)).size;

describe('who looks at a store', () => {
  it('keeps a start from putting a smaller file in its place, until it is gone', async () => {
    await mostlyFree();
    const before = bytes();
    const looking = await neighbour({});
    const first = await openDisk(directory, {}, 1_000_000);
    expect(bytes()).toBe(before);
    await first.disk.close();
    await first.lock.release();
    await end(looking);
    const second = await openDisk(directory, {}, 1_000_000);
    expect(bytes()).toBeLessThan(before / 4);
    await second.disk.close();
    await second.lock.release();
  });

  it('is sent away while a start does so; one that died of it bothers nobody', async () => {
    await (await EmbeddedStorage.open({ directory })).close();
    const replacing = await neighbour({ 'replacer-pid': 'pid' });
    await expect(openEmbeddedSnapshot(directory, { access: 'shared' })).rejects.toThrow(
      `process ${replacing.pid} is starting on the data directory ${directory} and makes its file smaller: try again in a moment`,
    );
    await end(replacing);
    await (await openEmbeddedSnapshot(directory, { access: 'shared' })).close();
  });

  it('stands beside the owner, and leaves nothing that keeps the next owner out', async () => {
    const owner = await neighbour({ 'owner-pid': 'pid' });
    await expect(EmbeddedStorage.open({ directory })).rejects.toThrow(`is in use by process ${owner.pid}`);
    await end(owner);
    await (await EmbeddedStorage.open({ directory })).close();
    const storage = await EmbeddedStorage.open({ directory });
    await storage.create('a', value('v'));
    // LMDB takes one file once in a process.
    await expect(openEmbeddedSnapshot(directory, { access: 'shared' })).rejects.toThrow('is in use by this process');
    await storage.close();
    const snapshot = await openEmbeddedSnapshot(directory, { access: 'shared' });
    expect([snapshot.revision, await snapshot.newestRevision()]).toEqual([1, 1]);
    expect((await snapshot.get('a'))?.revision).toBe(1);
    expect(await snapshot.get('b')).toBeUndefined();
    await snapshot.close();
    await (await EmbeddedStorage.open({ directory })).close();
  });
});
