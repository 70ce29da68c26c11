import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { FakeClock } from '@orch/apimachinery';
import { open } from 'lmdb';

import { trimUpTo, listed } from '../conformance/observations.js';
import { type FileUse, makeCompactCopy, putInPlace, shouldCompact } from './compact-file.js';
import { DISK_FORMAT, DiskFormatError } from './disk-format.js';
import { STORE_FILE } from './disk.js';
import { EmbeddedStorage } from './embedded-storage.js';
import { openEmbeddedSnapshot } from './embedded-snapshot.js';
import { openDisk } from './open-disk.js';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'open-disk-'))));
afterEach(() => rmSync(directory, { recursive: true }));

const file = () => join(directory, STORE_FILE);
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the data directory', () => {
  it('is created if missing, for this user only', async () => {
    const inner = join(directory, 'deep', 'store');
    const storage = await EmbeddedStorage.open({ directory: inner });
    await storage.create('a', { bytes: Buffer.from('secret'), revisionAt: undefined });
    await storage.close();
    expect([modeOf(inner), modeOf(join(inner, STORE_FILE)), modeOf(join(inner, `${STORE_FILE}-lock`))]).toEqual([
      '700',
      '600',
      '600',
    ]);
  });

  it('is locked by one store at a time; the error has the directory, the process and the remedy', async () => {
    const storage = await EmbeddedStorage.open({ directory });
    const refused = EmbeddedStorage.open({ directory });
    await expect(refused).rejects.toMatchObject({ name: 'StorageError', code: 'Locked', key: directory });
    await expect(refused).rejects.toThrow(`the data directory ${directory} is in use by this process: stop it first`);
    await storage.close();
    await (await EmbeddedStorage.open({ directory })).close();
  });

  it('is locked by one of two stores that are opened at the same time', async () => {
    const opened = await Promise.allSettled([EmbeddedStorage.open({ directory }), EmbeddedStorage.open({ directory })]);
    for (const one of opened) if (one.status === 'fulfilled') await one.value.close();
    expect(opened.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(opened[1]).toMatchObject({ reason: { code: 'Locked' } });
  });

  const cutOff: [name: string, cut: (whole: Buffer) => Buffer][] = [
    ['within its first page', (whole) => whole.subarray(0, 100)],
    ['after its first page', (whole) => whole.subarray(0, 4_096)],
    ['before the roots that its first pages reference', (whole) => whole.subarray(0, 8_192)],
    ['to be another kind of file', () => Buffer.from('kind: Config\n'.repeat(1_000))],
  ];
  it.each(cutOff)('with a file truncated %s is refused, unchanged and unlocked', async (_name, cut) => {
    const storage = await EmbeddedStorage.open({ directory });
    await storage.create('a', { bytes: Buffer.from('secret'), revisionAt: undefined });
    await storage.close();
    const left = cut(readFileSync(file()));
    writeFileSync(file(), left);
    const says = `${file()} is cut off, or no store: restore a backup`;
    await expect(EmbeddedStorage.open({ directory })).rejects.toThrow(DiskFormatError);
    await expect(EmbeddedStorage.open({ directory })).rejects.toThrow(says);
    await expect(openEmbeddedSnapshot(directory, { access: 'shared' })).rejects.toThrow(says);
    expect(readFileSync(file())).toEqual(left);
  });

  it('with an empty file, left by a crash during creation, gets a new store', async () => {
    writeFileSync(file(), '');
    await expect(openEmbeddedSnapshot(directory, { access: 'shared' })).rejects.toThrow('was never started');
    const storage = await EmbeddedStorage.open({ directory });
    expect(storage.revision).toBe(0);
    await storage.close();
  });

  it('with an invalid lock file is opened: the lock file is created again', async () => {
    await (await EmbeddedStorage.open({ directory })).close();
    writeFileSync(join(directory, 'lock.mdb'), Buffer.alloc(16_384, 0xa7));
    const storage = await EmbeddedStorage.open({ directory });
    expect(storage.revision).toBe(0);
    await storage.close();
  });

  it.each(['lock.mdb', 'lock.mdb-lock', STORE_FILE, `${STORE_FILE}-lock`])(
    'with a pipe as %s is refused: LMDB does not open it',
    async (name) => {
      await (await EmbeddedStorage.open({ directory })).close();
      const path = join(directory, name);
      rmSync(path);
      execFileSync('mkfifo', [path]);
      const says = `${path} cannot be used: it is not a regular file`;
      await expect(EmbeddedStorage.open({ directory })).rejects.toThrow(says);
      rmSync(path);
      await (await EmbeddedStorage.open({ directory })).close();
    },
  );

  it('of a newer disk format is refused, unchanged and unlocked', async () => {
    await (await EmbeddedStorage.open({ directory })).close();
    const setFormat = async (format: string) => {
      const root = open({ path: file(), noSubdir: true, encoding: 'binary', overlappingSync: false });
      root.openDB<string, string>('facts', { encoding: 'string' }).putSync('format', format);
      await root.close();
    };
    await setFormat(String(DISK_FORMAT + 1));
    await expect(EmbeddedStorage.open({ directory })).rejects.toThrow(DiskFormatError);
    await expect(EmbeddedStorage.open({ directory })).rejects.toThrow(/was written by a newer release \(disk format 3/);
    await setFormat('nonsense');
    await expect(EmbeddedStorage.open({ directory })).rejects.toThrow('unknown disk format "nonsense"');
    await setFormat(String(DISK_FORMAT));
    await (await EmbeddedStorage.open({ directory })).close();
  });
});

describe('compaction at start', () => {
  const uses: readonly { name: string; use: Partial<FileUse>; want: boolean }[] = [
    { name: 'a large file that is mostly free', use: { usedPages: 8_000 }, want: true },
    { name: 'a large file that is mostly used', use: { usedPages: 12_000 }, want: false },
    { name: 'a small file, however free', use: { filePages: 10_000, usedPages: 1 }, want: false },
  ];
  for (const { name, use, want } of uses)
    it(`${want ? 'compacts' : 'does not compact'} ${name}`, () =>
      expect(shouldCompact({ pageBytes: 4_096, filePages: 20_000, usedPages: 0, ...use })).toBe(want));

  it('makes the copy accessible to this user only, and keeps the mode of the file', async () => {
    writeFileSync(file(), 'old', { mode: 0o640 });
    const seen: string[] = [];
    const copy = (path: string) => {
      writeFileSync(path, 'new', { mode: 0o666 });
      seen.push(modeOf(dirname(path)));
      return Promise.resolve();
    };
    await makeCompactCopy(file(), copy);
    putInPlace(file());
    expect([readFileSync(file(), 'utf8'), modeOf(file()), seen, readdirSync(directory)]).toEqual([
      'new',
      '640',
      ['700'],
      [STORE_FILE],
    ]);
  });

  it('opening a mostly free file compacts it, keeps its content, and removes an incomplete copy', async () => {
    const clock = new FakeClock();
    const options = { directory, clock, historyWindowMs: 1_000 };
    const first = await EmbeddedStorage.open(options);
    const value = { bytes: Buffer.alloc(20_000, 'x'), revisionAt: 0 };
    await Promise.all(Array.from({ length: 400 }, (_, i) => first.create(`k${i}`, value)));
    await first.deleteRange('k1');
    await first.deleteRange('k2');
    await first.deleteRange('k3');
    const store = {
      storage: first,
      clock,
      historyWindowMs: 1_000,
      reopen: () => Promise.resolve(first),
      dispose: () => first.close(),
    };
    await trimUpTo(store, first.revision);
    const before = { ...(await listed(first)), last: first.revision, bytes: statSync(file()).size };
    await first.close();

    writeFileSync(`${file()}.compact`, 'left by a crash');
    const { disk, lock } = await openDisk(directory, {}, { largeBytes: 1_000_000 });
    expect(statSync(file()).size).toBeLessThan(before.bytes / 4);
    await disk.close();
    await lock.release();

    const storage = await EmbeddedStorage.open(options);
    expect({ ...(await listed(storage)), last: storage.revision }).toMatchObject({
      items: before.items,
      last: before.last,
    });
    expect((await storage.create('new', value)).revision).toBe(before.last + 1);
    await storage.close();
    expect([existsSync(`${file()}.compact`), modeOf(file())]).toEqual([false, '600']);
  });
});
