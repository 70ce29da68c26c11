import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isBulkReadable } from '../bulk-readable.js';
import { isBulkWritable } from '../bulk-writable.js';
import { type ConformanceStore, conformanceStore, storageConformance } from '../conformance/index.js';
import { EmbeddedStorage } from './embedded-storage.js';

async function openStore(): Promise<ConformanceStore<EmbeddedStorage>> {
  const directory = await mkdtemp(join(tmpdir(), 'embedded-storage-'));
  return conformanceStore(
    (settings) => EmbeddedStorage.open({ directory, ...settings }),
    () => rm(directory, { recursive: true }),
  );
}

storageConformance('EmbeddedStorage', openStore);

it('EmbeddedStorage supports bulk reads and bulk writes, so the suite covers both', async () => {
  const store = await openStore();
  expect([isBulkReadable(store.storage), isBulkWritable(store.storage)]).toEqual([true, true]);
  await store.dispose();
});

it('EmbeddedStorage rejects revisions above its maximum, and is unchanged', async () => {
  const store = await openStore();
  const most = 2 ** 48 - 1;
  async function* items() {
    yield { key: 'a', value: Buffer.from('1'), revision: most - 1 };
  }
  await expect(store.storage.fill(items(), most + 1)).rejects.toMatchObject({
    code: 'TooHigh',
    message: expect.stringContaining('keep this one on Redis') as string,
  });
  await store.storage.fill(items(), most - 1);
  const value = { bytes: Buffer.from('2'), revisionAt: undefined };
  expect(await store.storage.replace('a', most - 1, value)).toMatchObject({ revision: most });
  await expect(store.storage.replace('a', most, value)).rejects.toMatchObject({ code: 'Refused' });
  const storage = await store.reopen();
  expect(await storage.get('a')).toMatchObject({ revision: most });
  await store.dispose();
});

it('EmbeddedStorage rejects writes once its file was removed, because they would end with the process, and still reads', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'embedded-storage-'));
  const lost: string[] = [];
  const storage = await EmbeddedStorage.open({ directory, observer: { fileRemoved: (file) => lost.push(file) } });
  const value = { bytes: Buffer.from('1'), revisionAt: undefined };
  const { revision } = await storage.create('a', value);
  const file = join(directory, 'store.mdb');
  await rename(file, `${file}.moved`);
  await storage.create('b', value);
  expect(storage.diskFull).toBeUndefined();
  await rm(`${file}.moved`);
  for (const write of [() => storage.create('c', value), () => storage.delete('a', revision, value)])
    await expect(write()).rejects.toMatchObject({ code: 'Refused' });
  expect([lost, storage.revision]).toEqual([[file], 2]);
  expect(storage.diskFull).toContain('was removed');
  expect(await storage.get('a')).toMatchObject({ revision });
  await storage.close();
  await rm(directory, { recursive: true });
});
