import { setImmediate as nextTurn } from 'node:timers/promises';
import { StorageError } from '../storage-error.js';
import type { WithStore } from './conformance-store.js';
import { all, numbered, plain, value, watched } from './observations.js';

const WRITERS = 64;
const WRITES_EACH = 25;

const BLOCK_MS = 20;

function blockEventLoop(): void {
  for (const end = performance.now() + BLOCK_MS; performance.now() < end;);
}

/** Revisions and concurrent writers. */
export function order(store: WithStore): void {
  it(
    'C-130 revisions grow by one with every change of any key',
    store(async ({ storage }) => {
      expect([storage.revision, storage.oldestRevision]).toEqual([0, 0]);
      const made = await storage.create('a', value('1'));
      const replaced = await storage.replace('a', made.revision, value('2'));
      const other = await storage.create('b', value('1'));
      const gone = await storage.delete('a', replaced.revision, value('2'));
      expect([made, replaced, other, gone].map((s) => s.revision)).toEqual([1, 2, 3, 4]);
      expect(storage.revision).toBe(4);
    }),
  );

  it(
    `C-032 ${WRITERS} concurrent writers: each revision once, each event once, in order`,
    store(async ({ storage }) => {
      const live = watched(storage.watch('', 0));
      const writes = Array.from({ length: WRITERS }, async (_, writer) => {
        const revisions: number[] = [];
        let at = (await storage.create(`w/${writer}`, numbered('#'))).revision;
        revisions.push(at);
        for (let i = 1; i < WRITES_EACH; i++) {
          const written = await storage.replace(`w/${writer}`, at, numbered('#'));
          expect(written.value.toString()).toBe(String(written.revision));
          at = written.revision;
          revisions.push(at);
        }
        return revisions;
      });
      const revisions = (await Promise.all(writes)).flat().sort((a, b) => a - b);
      const total = WRITERS * WRITES_EACH;
      expect(revisions).toEqual(Array.from({ length: total }, (_, i) => i + 1));
      expect(live.events.map((e) => e.revision)).toEqual(revisions);
      expect((await all(storage.history('', 0, total))).map(plain)).toEqual(live.events.map(plain));
      live.stop();
    }),
  );

  it(
    'exactly one of many concurrent writes at one revision succeeds',
    store(async ({ storage }) => {
      let at = (await storage.create('a', value('0'))).revision;
      for (let round = 0; round < 5; round++) {
        const racers = Array.from({ length: 20 }, (_, i) => storage.replace('a', at, value(`${round}/${i}`)));
        const outcomes = await Promise.allSettled(racers);
        const won = outcomes.filter((o) => o.status === 'fulfilled');
        expect(won).toHaveLength(1);
        for (const o of outcomes)
          if (o.status === 'rejected')
            expect(o.reason).toMatchObject({ code: 'Conflict', revision: won[0]?.value.revision });
        at = won[0]?.value.revision ?? 0;
      }
    }),
  );

  it(
    'a write is published before its promise resolves, and to watches before readers',
    store(async ({ storage }) => {
      const live = watched(storage.watch('', 0));
      for (let i = 1; i <= 20; i++) {
        const writing = storage.create(`k${i}`, value('v')).then((made) => {
          expect(storage.revision).toBeGreaterThanOrEqual(made.revision);
          expect(live.events.at(-1)?.revision).toBe(made.revision);
        });
        for (let read = 0; read < 5; read++) {
          const found = await storage.get(`k${i}`);
          if (found) expect(live.events.at(-1)?.revision).toBe(found.revision);
          const { revision } = await storage.list('');
          expect(storage.revision).toBeGreaterThanOrEqual(revision);
        }
        await writing;
      }
      live.stop();
    }),
  );

  it(
    'a write that became durable while the event loop was blocked is not visible to readers before watches',
    store(async ({ storage }) => {
      const live = watched(storage.watch('', 0));
      for (let i = 1; i <= 5; i++) {
        const writing = storage.create(`k${i}`, value('v'));
        // Two turns: the commit is running then. It may end while the loop is blocked, without a callback.
        await nextTurn();
        await nextTurn();
        blockEventLoop();
        const reads = [
          storage.get(`k${i}`).then((found) => found?.revision ?? 0),
          storage.list('').then((list) => list.revision),
        ];
        for (const read of reads) {
          const seen = await read;
          expect(storage.revision).toBeGreaterThanOrEqual(seen);
          expect(live.events.at(-1)?.revision ?? 0).toBeGreaterThanOrEqual(seen);
        }
        await writing;
      }
      live.stop();
    }),
  );

  it(
    'errors are StorageErrors with the code, the key and a message',
    store(async ({ storage }) => {
      await storage.create('a', value('1'));
      const err: unknown = await storage.create('a', value('1')).catch((reason: unknown) => reason);
      expect(err).toBeInstanceOf(StorageError);
      expect(String(err)).toContain('KeyExists: a');
    }),
  );
}
