import { type BulkWritable, isBulkWritable } from '../bulk-writable.js';
import type { Revision, Storage, Stored } from '../storage.js';
import type { ConformanceStore, WithStore } from './conformance-store.js';
import { all, listed, numbered, plain, plainStored, value, watched } from './observations.js';

const item = (key: string, revision: Revision, text = `${key}@${revision}`): Stored => ({
  key,
  value: Buffer.from(text),
  revision,
});

async function* given(...items: readonly Stored[]): AsyncGenerator<Stored> {
  for (const each of items) yield each;
}

/** Filling an empty store with another's content; skipped for drivers without `BulkWritable`. */
export function filling(store: WithStore): void {
  const filled = (test: (opened: ConformanceStore, storage: Storage & BulkWritable) => Promise<void>) =>
    store(async (opened) => {
      if (isBulkWritable(opened.storage)) await test(opened, opened.storage);
    });

  it(
    'the items have the same bytes and revisions after a fill, also after a restart',
    filled(async (opened, storage) => {
      const items = [item('a', 7), item('b/1', 3), item('b/2', 12, ''), item('ü', 5)];
      await storage.fill(given(...items), 12);
      for (const reach of [() => storage, () => opened.reopen()]) {
        const now = await reach();
        expect([now.revision, now.oldestRevision]).toEqual([12, 12]);
        expect(await listed(now)).toEqual({ revision: 12, items: items.map(plainStored) });
        expect(await now.get('b/1')).toEqual(items[1]);
      }
    }),
  );

  it(
    'the next write follows the given revision, which may be far above those of the items',
    filled(async (opened, storage) => {
      await storage.fill(given(item('a', 7), item('b', 3)), 1_000_000);
      const made = await storage.create('c', numbered('at #'));
      expect([made.revision, made.value.toString()]).toEqual([1_000_001, 'at 1000001']);
      await expect(storage.replace('a', 6, value('no'))).rejects.toMatchObject({ code: 'Conflict', revision: 7 });
      await expect(storage.create('b', value('no'))).rejects.toMatchObject({ code: 'KeyExists', revision: 3 });
      expect((await storage.replace('a', 7, value('new'))).revision).toBe(1_000_002);
      expect((await storage.delete('b', 3, value('last'))).revision).toBe(1_000_003);
      const storageAfter = await opened.reopen();
      expect(storageAfter.revision).toBe(1_000_003);
      expect((await listed(storageAfter)).items.map((i) => [i.key, i.revision])).toEqual([
        ['a', 1_000_002],
        ['c', 1_000_001],
      ]);
    }),
  );

  it(
    'there is no earlier history: watches and reads of it fail with Compacted',
    filled(async (opened, storage) => {
      const early = watched(storage.watch('', 0));
      await storage.fill(given(item('a', 7)), 20);
      await early.ended();
      expect(early.error).toMatchObject({ code: 'Compacted' });
      for (const reach of [() => storage, () => opened.reopen()]) {
        const now = await reach();
        const late = watched(now.watch('', 19));
        await late.ended();
        expect(late.error).toMatchObject({ code: 'Compacted' });
        await expect(all(now.history('', 7, 20))).rejects.toMatchObject({ code: 'Compacted' });
        expect(await all(now.history('', 20, 20))).toEqual([]);
      }
    }),
  );

  it(
    'a watch from the given revision gets every later change with its previous state',
    filled(async (_opened, storage) => {
      await storage.fill(given(item('a', 7), item('b', 9)), 20);
      const live = watched(storage.watch('', 20));
      await storage.replace('a', 7, numbered('#'));
      await storage.deleteRange('b');
      const events = (await live.reached(2)).map(plain);
      expect(events).toEqual([
        { type: 'put', key: 'a', value: '21', revision: 21, previous: { key: 'a', value: 'a@7', revision: 7 } },
        { type: 'delete', key: 'b', value: 'b@9', revision: 22, previous: { key: 'b', value: 'b@9', revision: 9 } },
      ]);
      expect((await all(storage.history('', 20, 22))).map(plain)).toEqual(events);
      live.stop();
    }),
  );

  it(
    'a store is filled with many items',
    filled(async (opened, storage) => {
      const items = Array.from({ length: 5_000 }, (_, i) => item(`k${String(i).padStart(5, '0')}`, 5_000 - i));
      await storage.fill(given(...items), 5_000);
      expect(await listed(await opened.reopen())).toEqual({ revision: 5_000, items: items.map(plainStored) });
    }),
  );

  it(
    'filling with no items sets the revision',
    filled(async (opened, storage) => {
      await storage.fill(given(), 41);
      expect(await listed(await opened.reopen())).toEqual({ revision: 41, items: [] });
      expect((await opened.storage.create('a', value('v'))).revision).toBe(42);
    }),
  );

  it(
    'filling a store that was written to or filled before fails without changes',
    filled(async (opened, storage) => {
      const made = await storage.create('a', value('v'));
      await storage.delete('a', made.revision, value('v'));
      const refused = { name: 'FillError', code: 'NotEmpty' };
      await expect(storage.fill(given(item('b', 1)), 5)).rejects.toMatchObject(refused);
      const again = await opened.reopen();
      if (!isBulkWritable(again)) throw new Error('the capability went away');
      await expect(again.fill(given(item('b', 1)), 5)).rejects.toMatchObject(refused);
      expect(await listed(again)).toEqual({ revision: 2, items: [] });
      expect((await again.create('b', value('v'))).revision).toBe(3);
    }),
  );

  it(
    'a store is filled once',
    filled(async (_opened, storage) => {
      await storage.fill(given(item('a', 1)), 5);
      await expect(storage.fill(given(item('b', 1)), 5)).rejects.toMatchObject({ code: 'NotEmpty' });
      expect(await listed(storage)).toEqual({ revision: 5, items: [plainStored(item('a', 1))] });
    }),
  );

  const contradictions: readonly { name: string; items: readonly Stored[]; at: Revision; says: RegExp }[] = [
    { name: 'an item above the revision', items: [item('a', 6)], at: 5, says: /a has revision 6/ },
    { name: 'an item at revision zero', items: [item('a', 0)], at: 5, says: /a has revision 0/ },
    { name: 'a broken revision', items: [item('a', 1.5)], at: 5, says: /a has revision 1\.5/ },
    { name: 'a key twice', items: [item('a', 1), item('a', 2)], at: 5, says: /the key a is there twice/ },
    { name: 'keys out of order', items: [item('b', 1), item('a', 2)], at: 5, says: /the key a is out of order/ },
    { name: 'a revision twice', items: [item('a', 1), item('b', 1)], at: 5, says: /revision 1 is there for two keys/ },
    { name: 'an empty key', items: [item('', 1)], at: 5, says: /"" is not a valid key/ },
    { name: 'half a character', items: [item('\ud800', 1)], at: 5, says: /is not a valid key/ },
    { name: 'a key too long', items: [item('k'.repeat(1_025), 1)], at: 5, says: /is not a valid key/ },
    { name: 'a store at revision zero', items: [], at: 0, says: /cannot be at revision 0/ },
  ];
  for (const { name, items, at, says } of contradictions)
    it(
      `invalid content is rejected: ${name}`,
      filled(async (opened, storage) => {
        const refused = storage.fill(given(...items), at);
        await expect(refused).rejects.toMatchObject({ name: 'FillError', code: 'BadItem' });
        await expect(refused).rejects.toThrow(says);
        await expect(opened.reopen()).rejects.toMatchObject({ name: 'FillError', code: 'Unfinished' });
      }),
    );

  it(
    'a failing source leaves a store that cannot be opened, with the remedy in the error',
    filled(async (opened, storage) => {
      async function* breaking() {
        for (let i = 0; i < 3_000; i++) yield item(`k${String(i).padStart(5, '0')}`, i + 1);
        throw new Error('the source broke');
      }
      await expect(storage.fill(breaking(), 3_000)).rejects.toThrow('the source broke');
      await expect(storage.get('k00000')).rejects.toMatchObject({ code: 'Unavailable' });
      const reopened = opened.reopen();
      await expect(reopened).rejects.toMatchObject({ name: 'FillError', code: 'Unfinished' });
      await expect(reopened).rejects.toThrow(
        /holds only a part: a restore or a migration into it was interrupted\. Remove /,
      );
    }),
  );

  it(
    'closing during a fill fails it with Unavailable, and leaves a store that cannot be opened',
    filled(async (opened, storage) => {
      async function* closing() {
        for (let i = 0; i < 3_000; i++) {
          if (i === 2_500) await storage.close();
          yield item(`k${String(i).padStart(5, '0')}`, i + 1);
        }
      }
      await expect(storage.fill(closing(), 3_000)).rejects.toMatchObject({ code: 'Unavailable' });
      await expect(opened.reopen()).rejects.toMatchObject({ code: 'Unfinished' });
    }),
  );

  it(
    'other calls during a fill fail',
    filled(async (_opened, storage) => {
      const tries: Promise<unknown>[] = [];
      async function* trying() {
        yield item('a', 1);
        tries.push(storage.create('b', value('v')), storage.get('a'), storage.list(''), storage.fill(given(), 9));
        await Promise.allSettled(tries);
        yield item('c', 2);
      }
      await storage.fill(trying(), 5);
      for (const tried of tries) await expect(tried).rejects.toMatchObject({ code: 'Unavailable' });
      expect((await listed(storage)).items.map((i) => i.key)).toEqual(['a', 'c']);
    }),
  );
}
