import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FakeClock } from '@orch/apimachinery';
import fc from 'fast-check';
import { open } from 'lmdb';

import { listed, numbered } from '../conformance/observations.js';
import { checkFile } from './check-file.js';
import { checkStructure } from './check-structure.js';
import { DamagedFileError } from './damaged-file.js';
import { Disk, STORE_FILE } from './disk.js';
import { EmbeddedStorage } from './embedded-storage.js';
import { byteKeys } from './key-encoders.js';

const PAGE_BYTES = 4_096;

describe('the structure of the file', () => {
  let directory: string;
  const file = () => join(directory, STORE_FILE);
  const check = () => checkStructure(file(), checkFile(file())!, { values: true });
  beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'check-structure-'))));
  afterEach(() => rm(directory, { recursive: true }));

  it('is valid after any writes, and its keys match the tally of the log', async () => {
    const step = fc.record({
      count: fc.integer({ min: 1, max: 120 }),
      bytes: fc.constantFrom(0, 30, 700, 2_100, 5_000, 30_000),
      deletes: fc.nat(100),
      passMs: fc.constantFrom(0, 500, 2_000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const clock = new FakeClock();
        await rm(file(), { force: true });
        let storage = await EmbeddedStorage.open({ directory, clock, historyWindowMs: 1_000 });
        for (const [round, { count, bytes, deletes, passMs }] of steps.entries()) {
          const value = { bytes: Buffer.alloc(bytes, 'x'), revisionAt: 0 };
          const made = await Promise.all(
            Array.from({ length: count }, (_, i) => storage.create(`${i * 7919}/${round}`, value)),
          );
          for (const { key, revision } of made.slice(0, deletes)) await storage.delete(key, revision, value);
          clock.advance(passMs);
          if (round % 3 === 2) {
            await storage.close();
            storage = await EmbeddedStorage.open({ directory, clock, historyWindowMs: 1_000 });
          }
        }
        await storage.close();
        const { tally } = await check();
        const disk = Disk.open(directory);
        expect(disk.notedTally()).toEqual(tally);
        await disk.close();
      }),
      { numRuns: 8 },
    );
  });

  describe('when damaged', () => {
    let sound: Buffer;
    beforeEach(async () => {
      const storage = await EmbeddedStorage.open({ directory });
      for (let i = 0; i < 60; i++) await storage.create(`k${i}`, numbered(`${'x'.repeat(i * 60)}#`));
      await storage.deleteRange('k1');
      await storage.close();
      sound = await readFile(file());
      await check();
    });

    const treePages = (flags: number) =>
      Array.from({ length: sound.length / PAGE_BYTES }, (_, page) => page).filter(
        (page) => page > 1 && sound.readUInt16LE(page * PAGE_BYTES + 18) === flags,
      );
    const damaged = async (at: number, change: Buffer) => {
      const bytes = Buffer.from(sound);
      change.copy(bytes, at);
      await writeFile(file(), bytes);
    };

    it('a zeroed page of a tree in use is named, and opening fails', async () => {
      const refused: number[] = [];
      for (const page of [...treePages(1), ...treePages(2)]) {
        await damaged(page * PAGE_BYTES, Buffer.alloc(PAGE_BYTES));
        const error = await check().then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (error === undefined) continue; // not in use by the newest commit
        refused.push(page);
        expect(error).toBeInstanceOf(DamagedFileError);
        expect((error as Error).message).toContain(`${file()} is damaged: page ${page}: `);
        await expect(EmbeddedStorage.open({ directory })).rejects.toThrow(DamagedFileError);
      }
      expect(refused.length).toBeGreaterThan(5);
    });

    it('a missing key of the index is detected at start', async () => {
      const root = open({ path: file(), noSubdir: true, encoding: 'binary', maxDbs: 3 });
      root.openDB<Buffer, string>('keys', { encoding: 'binary', keyEncoder: byteKeys } as object).removeSync('k7');
      await root.close();
      await expect(EmbeddedStorage.open({ directory })).rejects.toThrow(
        /the index of keys is damaged: it holds 48 keys, the log has 49; restore a backup/,
      );
    });

    it('any flipped bit is an error or leaves the data correct', async () => {
      await writeFile(file(), sound);
      const before = await EmbeddedStorage.open({ directory });
      const truth = await listed(before);
      await before.close();
      sound = await readFile(file());
      const place = fc.record({ at: fc.nat(sound.length - 1), bit: fc.nat(7) });
      const outcomes = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(place, async ({ at, bit }) => {
          await damaged(at, Buffer.from([sound[at]! ^ (1 << bit)]));
          const outcome = await readAll(directory, truth);
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        }),
        { numRuns: 60 },
      );
      expect(outcomes.get('false') ?? 0).toBe(0);
    });
  });
});

/** Compares the content of a possibly damaged store with its content before. */
async function readAll(directory: string, truth: Awaited<ReturnType<typeof listed>>): Promise<string> {
  let storage: EmbeddedStorage;
  try {
    storage = await EmbeddedStorage.open({ directory });
  } catch (error) {
    return (error as Error).name;
  }
  try {
    expect(storage.revision).toBe(truth.revision);
    const damaged: string[] = [];
    const { items } = await storage.list('', { onDamaged: ({ key }) => damaged.push(key) });
    const seen: unknown[] = [];
    for await (const { key, value, revision } of items) seen.push({ key, value: value.toString(), revision });
    const isTrue = seen.every((item) => truth.items.some((other) => JSON.stringify(other) === JSON.stringify(item)));
    const isWhole = seen.length + damaged.length === truth.items.length;
    expect({ isTrue, isWhole }).toEqual({ isTrue: true, isWhole: true });
    return damaged.length > 0 ? 'damaged values' : 'unharmed';
  } finally {
    await storage.close();
  }
}
