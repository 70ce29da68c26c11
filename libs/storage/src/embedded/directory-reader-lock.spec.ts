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
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'directory-reader-lock-'))));
afterEach(() => rmSync(directory, { recursive: true }));

/** Another process that is registered in the lock file and writes facts there. Resolves when it is. */
async function otherProcess(facts: Readonly<Record<string, 'pid'>>): Promise<ChildProcess> {
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

/** Creates a store whose file is mostly free. */
async function mostlyFree(): Promise<void> {
  const storage = await EmbeddedStorage.open({ directory, historyWindowMs: 0 });
  const large = 'x'.repeat(20_000);
  await Promise.all(Array.from({ length: 400 }, (_, i) => storage.create(`k${i}`, value(large))));
  await storage.deleteRange('');
  for (let i = 0; storage.oldestRevision < 800; i++) await storage.create(`t${i}`, value('')); // commits trim history
  await storage.close();
}

const bytes = () => statSync(join(directory, STORE_FILE)).size;

describe('DirectoryReaderLock', () => {
  it('prevents a start from compacting the file until the reader exits', async () => {
    await mostlyFree();
    const before = bytes();
    const reader = await otherProcess({});
    const first = await openDisk(directory, {}, 1_000_000);
    expect(bytes()).toBe(before);
    await first.disk.close();
    await first.lock.release();
    await end(reader);
    const second = await openDisk(directory, {}, 1_000_000);
    expect(bytes()).toBeLessThan(before / 4);
    await second.disk.close();
    await second.lock.release();
  });

  it('is refused while a start compacts the file; a crashed start is ignored', async () => {
    await (await EmbeddedStorage.open({ directory })).close();
    const replacing = await otherProcess({ 'replacer-pid': 'pid' });
    await expect(openEmbeddedSnapshot(directory, { access: 'shared' })).rejects.toThrow(
      `process ${replacing.pid} is starting on the data directory ${directory} and compacts its file: try again in a moment`,
    );
    await end(replacing);
    await (await openEmbeddedSnapshot(directory, { access: 'shared' })).close();
  });

  it('coexists with the owner, and does not lock out the next owner', async () => {
    const owner = await otherProcess({ 'owner-pid': 'pid' });
    await expect(EmbeddedStorage.open({ directory })).rejects.toThrow(`is in use by process ${owner.pid}`);
    await end(owner);
    await (await EmbeddedStorage.open({ directory })).close();
    const storage = await EmbeddedStorage.open({ directory });
    await storage.create('a', value('v'));
    // LMDB opens a file only once per process.
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
