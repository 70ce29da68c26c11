import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { open } from 'lmdb';

import { all, listed, numbered, plain, value, watched } from '../conformance/observations.js';
import type { StorageError } from '../storage-error.js';
import { STORE_FILE } from './disk.js';
import { openEmbeddedSnapshot } from './embedded-snapshot.js';
import { EmbeddedStorage } from './embedded-storage.js';
import { byteKeys, revisionKeys } from './key-encoders.js';

describe('damage in the file of the embedded store', () => {
  let directory: string;
  let storage: EmbeddedStorage;
  let history: [revision: number, what: string][];
  const openIt = async () => {
    history = [];
    storage = await EmbeddedStorage.open({
      directory,
      observer: { historyDamaged: (revision, what) => history.push([revision, what]) },
    });
  };
  /** Changes a record of the log while the store is closed; undefined removes it. */
  const damage = async (revision: number, change: (record: Buffer) => Buffer | undefined) => {
    await storage.close();
    const root = open({ path: join(directory, STORE_FILE), noSubdir: true, encoding: 'binary', maxDbs: 3 });
    const log = root.openDB<Buffer, number>('log', { encoding: 'binary', keyEncoder: revisionKeys } as object);
    const changed = change(Buffer.from(log.get(revision)!));
    if (changed) log.putSync(revision, changed);
    else log.removeSync(revision);
    await root.close();
    await openIt();
  };
  const flip = (record: Buffer) => {
    record[record.length - 6]! ^= 4;
    return record;
  };
  const damages = async (run: (onDamaged: (error: StorageError) => void) => Promise<unknown>) => {
    const found: string[] = [];
    await run(({ key, revision, code }) => found.push(`${code} ${key} ${revision}`));
    return found;
  };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'damaged-values-'));
    await openIt();
    for (const key of ['a', 'b', 'c']) await storage.create(key, numbered(`${key} #`));
    await storage.replace('c', 3, numbered('c again #'));
  });
  afterEach(async () => {
    await storage.close();
    await rm(directory, { recursive: true });
  });

  const records: [string, (record: Buffer) => Buffer | undefined, string][] = [
    ['a flipped bit', flip, 'wrong checksum'],
    ['zeroed', (record) => record.fill(0), 'wrong checksum'],
    ['truncated', (record) => record.subarray(0, 20), '20 bytes are not an entry'],
    ['missing', () => undefined, 'the record is missing'],
  ];
  it.each(records)('a current value with %s is an error of its key alone', async (_what, change, text) => {
    await damage(2, change);
    await expect(storage.get('b')).rejects.toMatchObject({ code: 'Corrupted', key: 'b', revision: 2 });
    await expect(storage.get('b')).rejects.toThrow(`the stored value of "b" at revision 2 is damaged: ${text}`);
    expect((await storage.get('a'))?.value.toString()).toBe('a 1');
    await expect(listed(storage)).rejects.toMatchObject({ code: 'Corrupted', key: 'b' });
    await expect(storage.loadAll('', () => undefined)).rejects.toMatchObject({ code: 'Corrupted', key: 'b' });
    const keys: string[] = [];
    const found = await damages(async (onDamaged) => {
      for await (const { key } of (await storage.list('', { onDamaged })).items) keys.push(key);
      await storage.loadAll('', ({ key }) => keys.push(key), { onDamaged });
    });
    expect([keys, found]).toEqual([['a', 'c', 'a', 'c'], Array(2).fill('Corrupted b 2')]);
  });

  it('a damaged value fails its own load alone of those at once', async () => {
    await damage(2, flip);
    const keys: string[] = [];
    const load = (prefix: string) => storage.loadAll(prefix, ({ key }) => keys.push(key));
    const loads = await Promise.allSettled(['a', 'b', 'c', 'd'].map(load));
    expect(loads).toMatchObject([
      { value: 4 },
      { reason: { code: 'Corrupted', key: 'b' } },
      { value: 4 },
      { value: 4 },
    ]);
    expect(keys).toEqual(['a', 'c']);
  });

  it('a damaged value can be replaced and deleted', async () => {
    await damage(2, flip);
    const live = watched(storage.watch('', 4));
    expect((await storage.replace('b', 2, value('new'))).revision).toBe(5);
    expect((await storage.get('b'))?.value.toString()).toBe('new');
    await damage(1, flip);
    expect((await storage.delete('a', 1, numbered('last #'))).revision).toBe(6);
    expect(await storage.get('a')).toBeUndefined();
    await damage(5, flip);
    expect(await storage.deleteRange('b')).toBe(1);
    expect((await listed(storage)).items.map(({ key }) => key)).toEqual(['c']);
    live.stop();
  });

  it('a key that points at the record of another key is detected at start, or on read when the newest record is damaged too', async () => {
    await damage(2, () => undefined);
    const root = open({ path: join(directory, STORE_FILE), noSubdir: true, encoding: 'binary', maxDbs: 3 });
    await storage.close();
    const keys = root.openDB<Buffer, string>('keys', { encoding: 'binary', keyEncoder: byteKeys } as object);
    keys.putSync('b', keys.get('a')!);
    await root.close();
    await expect(EmbeddedStorage.open({ directory })).rejects.toThrow('it holds 3 keys, the log has 3 others');
    await damage(4, flip);
    await expect(storage.get('b')).rejects.toThrow('the record is that of "a"');
  });

  it.each(records)('a record of the history with %s ends history there', async (_what, change) => {
    await damage(3, change);
    expect(await listed(storage)).toMatchObject({ items: [{ key: 'a' }, { key: 'b' }, { key: 'c', revision: 4 }] });
    const early = watched(storage.watch('', 1));
    await early.ended();
    expect(early.error).toMatchObject({ code: 'Compacted' });
    expect(storage.oldestRevision).toBe(3);
    expect(history.map(([revision]) => revision)).toEqual([3]);
    await expect(all(storage.history('', 2, 4))).rejects.toMatchObject({ code: 'Compacted' });
    const events = await all(storage.history('', 3, 4));
    expect(events.map(({ revision }) => revision)).toEqual([4]);
    expect(() => events[0]!.previous).toThrow(expect.objectContaining({ code: 'Compacted' }) as Error);
  });

  it('a delete whose last value is damaged ends history there', async () => {
    await storage.delete('b', 2, numbered('b #'));
    expect((await all(storage.history('', 4, 5))).map(plain)).toMatchObject([{ type: 'delete', value: 'b 5' }]);
    await damage(2, flip);
    await expect(all(storage.history('', 4, 5))).rejects.toMatchObject({ code: 'Compacted' });
    expect(storage.oldestRevision).toBe(5);
  });

  it('a damaged newest record: revisions continue without duplicates', async () => {
    await damage(4, flip);
    await expect(storage.get('c')).rejects.toMatchObject({ code: 'Corrupted' });
    expect((await storage.create('d', value('1'))).revision).toBe(5);
    await storage.close();
    await openIt();
    expect((await storage.get('d'))?.revision).toBe(5);
  });

  it('a snapshot for a backup fails with the key, or skips damaged values and reports them', async () => {
    await damage(2, flip);
    const read = async (onDamaged?: (error: StorageError) => void) => {
      const snapshot = await openEmbeddedSnapshot(directory, { access: 'shared', ...(onDamaged && { onDamaged }) });
      try {
        return (await all(snapshot.items)).map(({ key }) => key);
      } finally {
        await snapshot.close();
      }
    };
    await storage.close();
    await expect(read()).rejects.toMatchObject({ code: 'Corrupted', key: 'b' });
    expect(await damages(async (onDamaged) => expect(await read(onDamaged)).toEqual(['a', 'c']))).toEqual([
      'Corrupted b 2',
    ]);
    await openIt();
  });

  it('a key that is missing in the index is detected by a backup', async () => {
    await storage.close();
    const root = open({ path: join(directory, STORE_FILE), noSubdir: true, encoding: 'binary', maxDbs: 3 });
    root.openDB<Buffer, string>('keys', { encoding: 'binary', keyEncoder: byteKeys } as object).removeSync('b');
    await root.close();
    const snapshot = await openEmbeddedSnapshot(directory, { access: 'shared' });
    await expect(all(snapshot.items)).rejects.toThrow('the index of keys is damaged: it holds 2 keys, the log has 3');
    await snapshot.close();
  });
});
