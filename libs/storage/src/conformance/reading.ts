import { isBulkReadable } from '../bulk-readable.js';
import type { WithStore } from './conformance-store.js';
import { all, listed, numbered, plain, plainStored, value, watched } from './observations.js';

/** Lists and range deletes. */
export function reading(store: WithStore): void {
  it(
    'list returns all keys under the prefix, in key order, at one revision',
    store(async ({ storage }) => {
      expect(await listed(storage)).toEqual({ revision: 0, items: [] });
      for (const key of ['b/2', 'a', 'b', 'b/1', 'b0', 'c/1']) await storage.create(key, numbered('#'));
      const { revision, items } = await listed(storage, 'b/');
      expect(revision).toBe(6);
      expect(items).toEqual([
        { key: 'b/1', value: '4', revision: 4 },
        { key: 'b/2', value: '1', revision: 1 },
      ]);
      expect((await listed(storage)).items.map((i) => i.key)).toEqual(['a', 'b', 'b/1', 'b/2', 'b0', 'c/1']);
    }),
  );

  it(
    'a list is consistent while it is read during changes',
    store(async ({ storage }) => {
      const count = 2_500;
      const made = await Promise.all(Array.from({ length: count }, (_, i) => storage.create(`k${i}`, numbered('#'))));
      const { revision, items } = await storage.list('k');
      expect(revision).toBe(count);
      const seen: string[] = [];
      for await (const item of items) {
        if (seen.length === 10) {
          await Promise.all(made.slice(0, 1_000).map((m) => storage.replace(m.key, m.revision, value('new'))));
          await storage.deleteRange('k2');
          await storage.create('k00', value('new'));
        }
        expect(item.value.toString()).toBe(String(item.revision));
        seen.push(item.key);
      }
      expect(seen).toEqual(made.map((m) => m.key).sort());
    }),
  );

  it(
    'a list made during changes is the state at its revision',
    store(async ({ storage }) => {
      const made = await Promise.all(Array.from({ length: 3_000 }, (_, i) => storage.create(`k${i}`, value('v'))));
      const changes = made.map(async (m, i) => {
        await storage.replace(m.key, m.revision, value('w'));
        if (i % 2 === 0) await storage.create(`new${i}`, value('v'));
      });
      const lists: Promise<Awaited<ReturnType<typeof listed>>>[] = [];
      // Each list starts at another point of the concurrent commits.
      for (let i = 0; i < 8; i++) {
        lists.push(listed(storage));
        await storage.create(`tick${i}`, value('v'));
      }
      await Promise.all(changes);
      for (const { revision, items } of await Promise.all(lists)) {
        const state = new Map<string, number>();
        for await (const event of storage.history('', 0, revision)) state.set(event.key, event.revision);
        expect(new Map(items.map((item) => [item.key, item.revision]))).toEqual(state);
      }
    }),
  );

  it(
    'A-052 list then watch from its revision misses nothing and repeats nothing',
    store(async ({ storage }) => {
      const writing = Promise.all(Array.from({ length: 300 }, (_, i) => storage.create(`k${i}`, value('v'))));
      const { revision, items } = await storage.list('k');
      const later = watched(storage.watch('k', revision));
      const before = (await all(items)).map((i) => i.revision);
      await writing;
      await later.reached(300 - before.length);
      const both = [...before.sort((a, b) => a - b), ...later.events.map((e) => e.revision)];
      expect(both).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
      later.stop();
    }),
  );

  it(
    'a bulk load, if supported, equals a list',
    store(async ({ storage }) => {
      if (!isBulkReadable(storage)) return;
      await Promise.all(Array.from({ length: 2_100 }, (_, i) => storage.create(`k${i}`, numbered('#'))));
      await storage.create('other', value('v'));
      const loaded: ReturnType<typeof plainStored>[] = [];
      const revision = await storage.loadAll('k', (stored) => void loaded.push(plainStored(stored)));
      expect({ revision, items: loaded }).toEqual(await listed(storage, 'k'));
    }),
  );

  it(
    'bulk loads at once, if supported, each load what is under their prefix, in any order',
    store(async ({ storage }) => {
      if (!isBulkReadable(storage)) return;
      const keys = ['a/1', 'a/2', 'c', 'c/1', 'e/\u{10348}', 'e/\uffff', 'g'];
      for (const key of keys) await storage.create(key, numbered('#'));
      const prefixes = [
        'z',
        'd/',
        'c/',
        'b/',
        'a/2',
        'a/3',
        'a/',
        'c',
        '',
        'e',
        'e/\u{10348}',
        'e/\uffff',
        'f',
        'a',
        'a/',
        'g',
      ];
      const loads = prefixes.map(async (prefix) => {
        const loaded: string[] = [];
        const revision = await storage.loadAll(
          prefix,
          ({ key, value }) => void loaded.push(`${key} ${value.toString()}`),
        );
        return { prefix, revision, loaded: loaded.sort() };
      });
      const want = prefixes.map((prefix) => ({
        prefix,
        revision: keys.length,
        loaded: keys.flatMap((key, at) => (key.startsWith(prefix) ? [`${key} ${at + 1}`] : [])).sort(),
      }));
      expect(await Promise.all(loads)).toEqual(want);
    }),
  );

  it(
    'a range delete removes each key under the prefix with one event that has the unchanged last value',
    store(async ({ storage }) => {
      for (const key of ['a/1', 'a/2', 'b', 'a0']) await storage.create(key, numbered('#'));
      const live = watched(storage.watch('', 4));
      expect(await storage.deleteRange('a/')).toBe(2);
      const want = [
        { type: 'delete', key: 'a/1', value: '1', revision: 5, previous: { key: 'a/1', value: '1', revision: 1 } },
        { type: 'delete', key: 'a/2', value: '2', revision: 6, previous: { key: 'a/2', value: '2', revision: 2 } },
      ];
      expect(live.events.map(plain)).toEqual(want);
      expect((await all(storage.history('', 4, 6))).map(plain)).toEqual(want);
      expect((await listed(storage)).items.map((i) => i.key)).toEqual(['a0', 'b']);
      expect(await storage.deleteRange('a/')).toBe(0);
      expect(storage.revision).toBe(6);
      live.stop();
    }),
  );

  it(
    'a range delete includes writes in flight',
    store(async ({ storage }) => {
      await storage.create('a/old', value('v'));
      const inFlight = [
        storage.create('a/new', value('v')),
        storage.replace('a/old', 1, value('w')),
        storage.create('b', value('v')),
      ];
      const removed = storage.deleteRange('a/');
      await Promise.all(inFlight);
      expect(await removed).toBe(2);
      expect((await listed(storage)).items.map((i) => i.key)).toEqual(['b']);
      expect((await storage.create('a/new', value('again'))).revision).toBe(storage.revision);
    }),
  );

  it(
    'a range delete of many keys, and of all keys',
    store(async ({ storage }) => {
      await Promise.all(Array.from({ length: 1_300 }, (_, i) => storage.create(`k${i}`, value('v'))));
      expect(await storage.deleteRange('k1')).toBe(411);
      expect(await storage.deleteRange('')).toBe(1_300 - 411);
      expect((await listed(storage)).items).toEqual([]);
      expect(storage.revision).toBe(2_600);
    }),
  );
}
