import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { open } from 'lmdb';

import { all, plainStored, value } from '../conformance/observations.js';
import { checkFile } from './check-file.js';
import { DamagedFileError } from './damaged-file.js';
import { STORE_FILE } from './disk.js';
import { EmbeddedStorage } from './embedded-storage.js';
import { openEmbeddedSnapshot } from './embedded-snapshot.js';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'embedded-snapshot-'))));
afterEach(() => rmSync(directory, { recursive: true }));

const filled = async (count: number) => {
  const storage = await EmbeddedStorage.open({ directory });
  await Promise.all(Array.from({ length: count }, (_, i) => storage.create(`k${i}`, value(`v${i}`))));
  return storage;
};

describe('a snapshot of the embedded store', () => {
  it('has the whole content and its revision', async () => {
    const storage = await filled(3_000);
    const { items } = await storage.list('');
    const want = (await all(items)).map(plainStored);
    await storage.close();
    for (const access of ['shared', 'exclusive'] as const) {
      const snapshot = await openEmbeddedSnapshot(directory, { access });
      expect(snapshot.revision).toBe(3_000);
      expect((await all(snapshot.items)).map(plainStored)).toEqual(want);
      await snapshot.close();
      await snapshot.close();
    }
  });

  it('with exclusive access locks out other processes until it is closed, and fails on a locked store', async () => {
    const storage = await filled(1);
    await expect(openEmbeddedSnapshot(directory, { access: 'exclusive' })).rejects.toThrow(/is in use by this process/);
    await storage.close();
    const snapshot = await openEmbeddedSnapshot(directory, { access: 'exclusive' });
    await expect(EmbeddedStorage.open({ directory })).rejects.toMatchObject({ code: 'Locked' });
    await snapshot.close();
    await (await EmbeddedStorage.open({ directory })).close();
  });

  it('of a directory without a store fails and creates nothing', async () => {
    await expect(openEmbeddedSnapshot(join(directory, 'none'), { access: 'shared' })).rejects.toThrow(
      `there is no store in ${join(directory, 'none')}`,
    );
    await expect(openEmbeddedSnapshot(directory, { access: 'exclusive' })).rejects.toThrow('there is no store');
  });

  it('of a file that was never written to fails', async () => {
    await open({
      path: join(directory, STORE_FILE),
      noSubdir: true,
      encoding: 'binary',
      overlappingSync: false,
    }).close();
    await expect(openEmbeddedSnapshot(directory, { access: 'shared' })).rejects.toThrow('was never started');
  });

  it('of a file with a damaged tree fails with a one-line error', async () => {
    const storage = await filled(3_000);
    await storage.close();
    const file = join(directory, STORE_FILE);
    const { main, pageBytes } = checkFile(file)!;
    const bytes = readFileSync(file);
    bytes.fill(8, main.root! * pageBytes, (main.root! + 1) * pageBytes);
    writeFileSync(file, bytes);
    for (const access of ['shared', 'exclusive'] as const)
      await expect(openEmbeddedSnapshot(directory, { access })).rejects.toThrow(DamagedFileError);
  });

  it('of an incompletely filled store fails', async () => {
    const storage = await EmbeddedStorage.open({ directory });
    async function* breaking() {
      yield { key: 'a', value: Buffer.from('v'), revision: 1 };
      throw new Error('broke');
    }
    await expect(storage.fill(breaking(), 2)).rejects.toThrow('broke');
    await storage.close();
    await expect(openEmbeddedSnapshot(directory, { access: 'shared' })).rejects.toThrow(/holds only a part/);
  });
});

describe('a store that is opened to be filled', () => {
  async function* one() {
    yield { key: 'a', value: Buffer.from('v'), revision: 1 };
  }
  const interrupted = async () => (await EmbeddedStorage.open({ directory, toFill: true })).close();

  it('is marked as unfinished before the first item: only another fill opens it, which completes it', async () => {
    for (const before of ['new', 'empty']) {
      rmSync(directory, { recursive: true });
      if (before === 'empty') await (await EmbeddedStorage.open({ directory })).close();
      await interrupted();
      await expect(EmbeddedStorage.open({ directory })).rejects.toThrow(/holds only a part/);
      await interrupted();
      const storage = await EmbeddedStorage.open({ directory, toFill: true });
      await storage.fill(one(), 2);
      await storage.close();
      const opened = await EmbeddedStorage.open({ directory });
      expect(await opened.get('a')).toMatchObject({ revision: 1 });
      await opened.close();
    }
  });

  it('is unchanged when it was written to, also by an interrupted fill', async () => {
    await (await filled(1)).close();
    await interrupted();
    await (await EmbeddedStorage.open({ directory })).close();
    rmSync(directory, { recursive: true });
    const storage = await EmbeddedStorage.open({ directory, toFill: true });
    async function* breaking() {
      for (let i = 0; i < 2_000; i++)
        yield { key: `a${String(i).padStart(4, '0')}`, value: Buffer.from('v'), revision: i + 1 };
      throw new Error('broke');
    }
    await expect(storage.fill(breaking(), 3_000)).rejects.toThrow('broke');
    await storage.close();
    await expect(EmbeddedStorage.open({ directory, toFill: true })).rejects.toThrow(/holds only a part/);
  });
});
