import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { numbered, value } from '../conformance/observations.js';
import { checkStore, type StoreDamage } from './check-store.js';
import { STORE_FILE } from './disk.js';
import { EmbeddedStorage } from './embedded-storage.js';
import { writeFormat1 } from './format-1.fixture.js';

describe('checking a store', () => {
  let directory: string;
  const file = () => join(directory, STORE_FILE);
  const check = async () => {
    const damages: StoreDamage[] = [];
    const result = await checkStore(directory, {
      onDamaged: (damage) => damages.push(damage),
      validate: ({ value: bytes }) => (bytes.includes('wrong') ? 'invalid content' : undefined),
    });
    return { damages, ...result };
  };
  /** Changes a byte of the text in the file. */
  const damage = async (text: string, times = 1) => {
    const bytes = await readFile(file());
    for (let at = bytes.indexOf(text), left = times; at >= 0 && left > 0; at = bytes.indexOf(text, at + 1), left--)
      bytes[at]! ^= 1;
    await writeFile(file(), bytes);
  };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'check-store-'));
    const storage = await EmbeddedStorage.open({ directory });
    await storage.create('a', numbered('first value of a #'));
    await storage.replace('a', 1, numbered('second value of a #'));
    await storage.create('b', value('b'.repeat(5_000)));
    await storage.create('c', numbered('value of c #'));
    await storage.close();
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('finds no damage in an undamaged store', async () =>
    expect(await check()).toEqual({ damages: [], revision: 4, keys: 3, records: 4 }));

  it('reports each damaged key with its revision, and damaged history', async () => {
    await damage('first value of a 1', 9);
    await damage('b'.repeat(4_000));
    const { damages } = await check();
    expect(damages).toEqual([
      { kind: 'value', key: 'b', revision: 3, what: 'wrong checksum' },
      { kind: 'history', revision: 1, what: 'wrong checksum' },
    ]);
  });

  it('reports an undamaged value that fails validation', async () => {
    const storage = await EmbeddedStorage.open({ directory });
    await storage.create('d', value('wrong'));
    await storage.close();
    expect((await check()).damages).toEqual([{ kind: 'value', key: 'd', revision: 5, what: 'invalid content' }]);
  });

  it('reports a file that is damaged as a whole', async () => {
    const bytes = await readFile(file());
    await writeFile(file(), bytes.fill(0, 2 * 4_096));
    expect(await check()).toMatchObject({
      revision: undefined,
      damages: [{ kind: 'file', what: expect.stringContaining(' is damaged: page ') as unknown }],
    });
    await writeFile(file(), bytes.subarray(0, 3_000));
    expect((await check()).damages).toMatchObject([
      { kind: 'file', what: expect.stringContaining('is cut off, or no store') as unknown },
    ]);
  });

  it('rejects a store in use, a missing store, and an older format', async () => {
    const storage = await EmbeddedStorage.open({ directory });
    await expect(check()).rejects.toMatchObject({ code: 'Locked' });
    await storage.close();
    await rm(file());
    await expect(check()).rejects.toThrow(`there is no store in ${directory}`);
    await writeFile(file(), '');
    await expect(check()).rejects.toThrow('is empty');
    await rm(file());
    await writeFormat1(directory, [{ type: 1, key: 'a', value: 'a', revision: 1, previous: 0 }]);
    await expect(check()).rejects.toThrow('written by an older release');
  });
});
