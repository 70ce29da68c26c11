import type { WithStore } from './conformance-store.js';
import { all, trimUpTo, numbered, plain, value, watched } from './observations.js';

/** Watches and history: every event exactly once, in order. */
export function watching(store: WithStore): void {
  it(
    'a watch gets every kind of change with its previous state',
    store(async ({ storage, clock }) => {
      const live = watched(storage.watch('', 0));
      const one = await storage.create('a', numbered('one #'));
      clock.advance(1_000);
      const two = await storage.replace('a', one.revision, numbered('two #'));
      await storage.delete('a', two.revision, numbered('two #'));
      await storage.create('a', numbered('new #'));
      const want = [
        { type: 'put', key: 'a', value: 'one 1', revision: 1, previous: undefined },
        { type: 'put', key: 'a', value: 'two 2', revision: 2, previous: { key: 'a', value: 'one 1', revision: 1 } },
        { type: 'delete', key: 'a', value: 'two 3', revision: 3, previous: { key: 'a', value: 'two 2', revision: 2 } },
        { type: 'put', key: 'a', value: 'new 4', revision: 4, previous: undefined },
      ];
      expect(live.events.map(plain)).toEqual(want);
      expect((await all(storage.history('', 0, 4))).map(plain)).toEqual(want);
      expect(live.events.map((e) => e.timeMs - clock.now())).toEqual([-1_000, 0, 0, 0]);
      live.stop();
    }),
  );

  const starts = [
    { name: 'the beginning', after: 0, want: [1, 2, 3, 4, 5, 6] },
    { name: 'the middle', after: 2, want: [3, 4, 5, 6] },
    { name: 'now', after: 4, want: [5, 6] },
    { name: 'the future', after: 5, want: [6] },
    { name: 'a future further away', after: 9, want: [] },
  ];
  for (const { name, after, want } of starts) {
    it(
      `a watch from ${name} gets exactly the later events`,
      store(async ({ storage }) => {
        for (let i = 1; i <= 4; i++) await storage.create(`k${i}`, value('v'));
        const events = watched(storage.watch('k', after));
        await storage.create('k5', value('v'));
        await storage.create('k6', value('v'));
        await events.reached(want.length);
        // When a watch from the beginning has caught up, the other one has all its events too.
        await watched(storage.watch('k', 0)).reached(6);
        expect(events.events.map((e) => e.revision)).toEqual(want);
        events.stop();
      }),
    );
  }

  it(
    'a watch and history are filtered by prefix',
    store(async ({ storage }) => {
      const live = watched(storage.watch('a/', 0));
      for (const key of ['a', 'a/1', 'a0', 'b/1', 'a/2']) await storage.create(key, value('v'));
      expect(live.events.map((e) => e.key)).toEqual(['a/1', 'a/2']);
      expect((await all(storage.history('a/', 0, 5))).map((e) => e.key)).toEqual(['a/1', 'a/2']);
      expect((await all(storage.history('', 1, 3))).map((e) => e.revision)).toEqual([2, 3]);
      expect(await all(storage.history('', 3, 3))).toEqual([]);
      expect((await all(storage.history('', 3, 99))).map((e) => e.revision)).toEqual([4, 5]);
      live.stop();
    }),
  );

  it(
    'a watch that reads a long history during writes gets every event exactly once',
    store(async ({ storage }) => {
      const past = 1_500;
      await Promise.all(Array.from({ length: past }, (_, i) => storage.create(`k${i}`, value('v'))));
      const watches = [0, 1, 700, past - 1, past].map((after) => ({ after, seen: watched(storage.watch('k', after)) }));
      const total = past + 300;
      for (let i = past; i < total; i += 10)
        await Promise.all(Array.from({ length: 10 }, (_, j) => storage.create(`k${i + j}`, value('v'))));
      for (const { after, seen } of watches) {
        const events = await seen.reached(total - after);
        expect(events.map((e) => e.revision)).toEqual(Array.from({ length: total - after }, (_, i) => after + i + 1));
        seen.stop();
      }
    }),
  );

  it(
    'an unsubscribed watch gets no more events, also when its handler unsubscribes',
    store(async ({ storage }) => {
      await storage.create('a', value('1'));
      await storage.create('b', value('1'));
      const seen: string[] = [];
      await new Promise<void>((resolve) => {
        const subscription = storage.watch('', 0).subscribe((event) => {
          seen.push(event.key);
          subscription.unsubscribe();
          resolve();
        });
      });
      const live = watched(storage.watch('', 2));
      await storage.create('c', value('1'));
      live.stop();
      await storage.create('d', value('1'));
      expect(seen).toEqual(['a']);
      expect(live.events.map((e) => e.key)).toEqual(['c']);
    }),
  );

  it(
    'a handler may write, watch and throw without affecting other watches',
    store(async ({ storage }) => {
      const inner: string[] = [];
      const written = new Promise<void>((resolve) => {
        storage.watch('in/', 0).subscribe((event) => {
          storage.watch('', event.revision).subscribe((later) => inner.push(later.key));
          storage.create('out/1', value('v')).then(() => resolve(), resolve);
        });
      });
      const other = watched(storage.watch('', 0));
      await storage.create('in/1', value('v'));
      await written;
      await other.reached(2);
      expect(other.events.map((e) => e.key)).toEqual(['in/1', 'out/1']);
      expect(inner).toEqual(['out/1']);
      other.stop();
    }),
  );

  it(
    'A-060 history ends at the window: older watches fail with Compacted, newer ones get every event',
    store(async (opened) => {
      const { storage } = opened;
      const one = await storage.create('kept', numbered('one #'));
      const two = await storage.replace('kept', one.revision, numbered('two #'));
      const gone = await storage.create('gone', value('v'));
      await storage.delete('gone', gone.revision, value('v'));
      await trimUpTo(opened, 4);
      const oldest = storage.oldestRevision;
      for (const after of [0, oldest - 1]) {
        const late = watched(storage.watch('', after));
        await late.ended();
        expect(late.error).toMatchObject({ name: 'StorageError', code: 'Compacted' });
        await expect(all(storage.history('', after, storage.revision))).rejects.toMatchObject({ code: 'Compacted' });
      }
      expect((await storage.get('kept'))?.value.toString()).toBe('two 2');
      const inside = watched(storage.watch('kept', storage.oldestRevision));
      await storage.replace('kept', two.revision, numbered('three #'));
      const [event] = await inside.reached(1);
      expect(event && plain(event).previous).toEqual({ key: 'kept', value: 'two 2', revision: 2 });
      inside.stop();
    }),
  );

  it(
    'every event inside the window has its previous state, of any age',
    store(async (opened) => {
      const { storage, clock, historyWindowMs } = opened;
      let at = (await storage.create('a', numbered('#'))).revision;
      for (let i = 0; i < 30; i++) {
        clock.advance(historyWindowMs / 10);
        at = (await storage.replace('a', at, numbered('#'))).revision;
      }
      const oldest = storage.oldestRevision;
      expect(oldest).toBeGreaterThan(0);
      for (const event of await all(storage.history('a', oldest, at))) {
        expect(event.timeMs).toBeGreaterThanOrEqual(clock.now() - historyWindowMs * 2);
        expect(event.previous?.value.toString()).toBe(String(event.revision - 1));
      }
      await opened.reopen();
      expect(opened.storage.oldestRevision).toBeGreaterThanOrEqual(oldest);
      expect((await opened.storage.get('a'))?.value.toString()).toBe(String(at));
    }),
  );
}
