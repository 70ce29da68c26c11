import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkFile } from './check-file.js';
import { DiskFormatError } from './disk-format.js';
import { STORE_FILE } from './disk.js';
import { EmbeddedStorage } from './embedded-storage.js';

const PAGE_BYTES = 4_096;

describe('checkFile', () => {
  let directory: string;
  let sound: Buffer;
  const file = () => join(directory, STORE_FILE);
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'check-file-'));
    const storage = await EmbeddedStorage.open({ directory });
    for (const key of ['a', 'b', 'c']) await storage.create(key, { bytes: Buffer.from('1'), revisionAt: undefined });
    await storage.close();
    sound = await readFile(file());
  });
  afterEach(() => rm(directory, { recursive: true }));

  // LMDB would end the process with a signal.
  it.each([
    ['the format of LMDB', 29, 0x20],
    ['the size of the map', 46, 0x08],
    ['the last page', 150, 0x08],
  ])('rejects a flipped bit in %s, of the newest commit and of the one before', async (_what, at, bit) => {
    expect(checkFile(file())).toBeDefined();
    for (const page of [0, 1]) {
      const damaged = Buffer.from(sound);
      damaged[page * PAGE_BYTES + at]! ^= bit;
      await writeFile(file(), damaged);
      expect(() => checkFile(file())).toThrow(DiskFormatError);
    }
  });
});
