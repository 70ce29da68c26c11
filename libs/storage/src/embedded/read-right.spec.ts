import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { value } from '../conformance/observations.js';
import { STORE_FILE } from './disk.js';
import { EmbeddedStorage } from './embedded-storage.js';
import { openEmbeddedSnapshot } from './embedded-snapshot.js';
import { type ReadRight, sharedAccess } from './read-right.js';
import { ReaderService } from './reader-service.js';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'read-right-'))));
afterEach(() => rmSync(directory, { recursive: true }));

/** Another process that has the directory and lets no other read, as a server does while it starts. */
async function startOwner(): Promise<ChildProcess> {
  const code = `
    const { open } = require('lmdb');
    const path = ${JSON.stringify(join(directory, 'lock.mdb'))};
    const file = open({ path, noSubdir: true, encoding: 'string', overlappingSync: false });
    file.get('');
    file.useReadTransaction();
    file.putSync('owner-pid', String(process.pid));
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

async function fill(): Promise<void> {
  const storage = await EmbeddedStorage.open({ directory });
  await storage.create('a', value('v'));
  await storage.close();
}

/** LMDB's table of the processes that share it. Read by another process: closing a handle here would drop the locks of LMDB. */
const lockTable = (): Buffer => execFileSync('cat', [join(directory, `${STORE_FILE}-lock`)]);

async function untilLost(right: ReadRight): Promise<string> {
  for (;;) {
    try {
      right.assertKept();
    } catch (error) {
      return (error as Error).message;
    }
    await nextTurn();
  }
}

describe('shared access to a store', () => {
  it('is own access when no process has the store open: a start is refused until it is released', async () => {
    await fill();
    const snapshot = await openEmbeddedSnapshot(directory, { access: 'shared' });
    await expect(EmbeddedStorage.open({ directory })).rejects.toMatchObject({ code: 'Locked' });
    expect([snapshot.revision, await snapshot.newestRevision()]).toEqual([1, 1]);
    expect((await snapshot.get('a'))?.revision).toBe(1);
    expect(await snapshot.get('b')).toBeUndefined();
    await snapshot.close();
    await (await EmbeddedStorage.open({ directory })).close();
  });

  it('is refused to the process that has the store open', async () => {
    const storage = await EmbeddedStorage.open({ directory });
    await expect(openEmbeddedSnapshot(directory, { access: 'shared' })).rejects.toThrow('is in use by this process');
    await storage.close();
  });

  it('waits for an owner that starts; it is own access when that ends', async () => {
    await fill();
    const owner = await startOwner();
    await expect(EmbeddedStorage.open({ directory })).rejects.toThrow(`is in use by process ${owner.pid}`);
    await expect(openEmbeddedSnapshot(directory, { access: 'exclusive' })).rejects.toThrow(
      `is in use by process ${owner.pid}`,
    );
    const opening = openEmbeddedSnapshot(directory, { access: 'shared' });
    await end(owner);
    await (await opening).close();
  });

  it("through the owner does not touch the owner's lock table, and is lost when the owner ends", async () => {
    await fill();
    const owner = await startOwner();
    let kept = 0;
    const service = await ReaderService.start(directory, () => {
      kept++;
      return { done: () => void kept-- };
    });
    const right = await sharedAccess(directory);
    expect(kept).toBe(1);
    const before = lockTable();
    const disk = right.openDisk();
    expect(disk.lastRevision()).toBe(1);
    await disk.close();
    expect(lockTable()).toEqual(before);
    right.assertKept();
    await service.close();
    expect(kept).toBe(0);
    expect(await untilLost(right)).toBe(
      `the process that has ${directory} open ended while its store was read: try again`,
    );
    await right.release();
    await end(owner);
  });

  it('that was lost while this process was suspended: damage that it reads then is a request to try again', async () => {
    const storage = await EmbeddedStorage.open({ directory });
    for (const key of ['a', 'b']) await storage.create(key, value(`value of ${key}`));
    await storage.close();
    const owner = await startOwner();
    const service = await ReaderService.start(directory, () => ({ done: () => undefined }));
    const [streamed, read] = [await openEmbeddedSnapshot(directory, { access: 'shared' }), await openEmbeddedSnapshot(directory, { access: 'shared' })];
    // In one turn of the event loop: this process does not see the end before it reads.
    const closed = service.close();
    const file = join(directory, STORE_FILE);
    writeFileSync(file, readFileSync(file, 'latin1').replaceAll('value of', 'another!'), 'latin1');
    const failures = [streamed.items[Symbol.asyncIterator]().next(), read.get('a')].map((reading) => reading.catch((error: unknown) => String(error)));
    expect(await Promise.all(failures)).toEqual(Array(2).fill(expect.stringMatching(/ended while its store was read: try again/)));
    await closed;
    for (const snapshot of [streamed, read]) await snapshot.close();
    await end(owner);
  }); // prettier-ignore
});
