import { mkdtemp, rm } from 'node:fs/promises';
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
