import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { all, listed, plain, value, watched } from '../conformance/observations.js';
import { Disk } from './disk.js';
import { DiskFormatError } from './disk-format.js';
import { openEmbeddedSnapshot } from './embedded-snapshot.js';
import { EmbeddedStorage } from './embedded-storage.js';
import { type Format1Entry, writeFormat1 } from './format-1.fixture.js';
import { upgradeDisk } from './upgrade-disk.js';

const put = (key: string, revision: number, text: string, previous = 0): Format1Entry => ({
  ...{ type: 1, key, value: text, revision, previous },
});
const HISTORY: readonly Format1Entry[] = [
  put('a', 1, 'a1'),
  put('b', 2, 'b1'),
  put('c', 3, ''),
  put('a', 4, 'a2', 1),
  { type: 2, key: 'b', value: 'last b', revision: 5, previous: 2 },
  { type: 3, key: 'c', value: '', revision: 6, previous: 3 },
  put('ü', 7, 'x'.repeat(10_000)),
];
const STATE = {
  revision: 7,
  items: [
    { key: 'a', value: 'a2', revision: 4 },
    { key: 'ü', value: 'x'.repeat(10_000), revision: 7 },
  ],
};

describe('a store of disk format 1', () => {
  let directory: string;
  beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'upgrade-disk-'))));
  afterEach(() => rm(directory, { recursive: true }));

  it('is upgraded on open: same state, history and revisions, and every record has a checksum', async () => {
    await writeFormat1(directory, HISTORY, { oldest: 2 });
    for (let round = 0; round < 2; round++) {
      const storage = await EmbeddedStorage.open({ directory });
      expect(await listed(storage)).toEqual(STATE);
      expect(storage.oldestRevision).toBe(2);
      const events = (await all(storage.history('', 2, 7))).map(plain);
      expect(events.map(({ type, key, value: text }) => [type, key, text.slice(0, 6)])).toEqual([
        ['put', 'c', ''],
        ['put', 'a', 'a2'],
        ['delete', 'b', 'last b'],
        ['delete', 'c', ''],
        ['put', 'ü', 'xxxxxx'],
      ]);
      await storage.close();
    }
    const disk = Disk.open(directory);
    expect([disk.needsUpgrade, disk.notedTally()]).toEqual([false, disk.countedTally()]);
    expect(disk.notedTally()?.keys).toBe(2);
    expect([...disk.readLog(1, 7)]).toHaveLength(7);
    await disk.close();
  });

  it('continues its revisions and watches', async () => {
    await writeFormat1(directory, HISTORY);
    const storage = await EmbeddedStorage.open({ directory });
    const live = watched(storage.watch('', 6));
    expect((await storage.replace('a', 4, value('a3'))).revision).toBe(8);
    await live.reached(2);
    expect(live.events.map(({ key, revision }) => [key, revision])).toEqual([
      ['ü', 7],
      ['a', 8],
    ]);
    live.stop();
    await storage.close();
  });

  it('with an interrupted upgrade is upgraded by the next open', async () => {
    const many = Array.from({ length: 2_500 }, (_, i) => put(`k${i}`, i + 1, `v${i}`));
    await writeFormat1(directory, many);
    const disk = Disk.open(directory);
    let transactions = 0;
    const transaction = disk.transaction.bind(disk);
    disk.transaction = (write) =>
      ++transactions === 2 ? Promise.reject(new Error('no space left on device')) : transaction(write);
    await expect(upgradeDisk(disk, disk.countedTally())).rejects.toThrow('no space left');
    expect(disk.upgradedTo()).toBe(1_024);
    await disk.close();
    await expect(openEmbeddedSnapshot(directory, { access: 'shared' })).rejects.toThrow(DiskFormatError);
    const storage = await EmbeddedStorage.open({ directory });
    const { items } = await listed(storage);
    expect(items).toHaveLength(2_500);
    expect(items.find(({ key }) => key === 'k7')).toEqual({ key: 'k7', value: 'v7', revision: 8 });
    await storage.close();
  });

  it('is refused by a backup before the upgrade', async () => {
    await writeFormat1(directory, HISTORY);
    await expect(openEmbeddedSnapshot(directory, { access: 'shared' })).rejects.toThrow(
      'start a server of this release on it once, which upgrades it',
    );
  });

  it('that is empty is upgraded too', async () => {
    await writeFormat1(directory, []);
    const storage = await EmbeddedStorage.open({ directory });
    expect((await storage.create('a', value('1'))).revision).toBe(1);
    await storage.close();
  });
});
