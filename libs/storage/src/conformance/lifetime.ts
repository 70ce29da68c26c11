import { isBulkReadable } from '../bulk-readable.js';
import type { WithStore } from './conformance-store.js';
import { all, trimUpTo, listed, numbered, plain, value, watched } from './observations.js';

/** Restart and close. */
export function lifetime(store: WithStore): void {
  it(
    'A-007 state, revision and history survive a restart',
    store(async (opened) => {
      const one = await opened.storage.create('a', numbered('one #'));
      await opened.storage.replace('a', one.revision, numbered('two #'));
      await opened.storage.create('b', numbered('#'));
      await opened.storage.deleteRange('b');
      const before = await listed(opened.storage);
      const past = (await all(opened.storage.history('', 0, 4))).map(plain);
      const storage = await opened.reopen();
      expect(await listed(storage)).toEqual(before);
      expect([storage.revision, storage.oldestRevision]).toEqual([4, 0]);
      const events = watched(storage.watch('', 0));
      expect((await events.reached(4)).map(plain)).toEqual(past);
      expect((await storage.replace('a', 2, numbered('three #'))).revision).toBe(5);
      events.stop();
    }),
  );

  it(
    'no revision is assigned twice, even when all keys are deleted and all history is trimmed before the restart',
    store(async (opened) => {
      const made = await opened.storage.create('a', value('v'));
      const { revision } = await opened.storage.delete('a', made.revision, value('v'));
      await trimUpTo(opened, revision);
      const last = opened.storage.revision;
      const oldest = opened.storage.oldestRevision;
      const storage = await opened.reopen();
      expect(storage.revision).toBe(last);
      expect(storage.oldestRevision).toBeGreaterThanOrEqual(oldest);
      expect((await storage.create('a', value('v'))).revision).toBe(last + 1);
    }),
  );

  it(
    'close waits until writes in flight are durable, and ends the watches',
    store(async (opened) => {
      const { storage } = opened;
      const live = watched(storage.watch('', 0));
      const writing = Array.from({ length: 100 }, (_, i) => storage.create(`k${i}`, value('v')));
      const closed = storage.close();
      const revisions = (await Promise.all(writing)).map((w) => w.revision);
      await closed;
      expect(live.events.map((e) => e.revision)).toEqual(revisions);
      expect(live.completed).toBe(true);
      expect((await listed(await opened.reopen())).items).toHaveLength(100);
    }),
  );

  it(
    'close during lists, loads and catching-up watches ends them with Unavailable or complete',
    store(async (opened) => {
      const { storage } = opened;
      await Promise.all(Array.from({ length: 5_000 }, (_, i) => storage.create(`k${i}`, value('v'))));
      const catchingUp = watched(storage.watch('', 0));
      const reads = [listed(storage), listed(storage, 'k1'), all(storage.history('', 0, 5_000))] as Promise<unknown>[];
      if (isBulkReadable(storage)) reads.push(storage.loadAll('', () => undefined));
      await storage.close();
      await catchingUp.ended();
      expect(catchingUp.error).toBeUndefined();
      for (const outcome of await Promise.allSettled(reads))
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'Unavailable' });
      expect((await listed(await opened.reopen())).items).toHaveLength(5_000);
    }),
  );

  it(
    'after close every call fails with Unavailable; closing again succeeds',
    store(async ({ storage }) => {
      await storage.create('a', value('v'));
      const { items } = await storage.list('');
      await storage.close();
      await storage.close();
      const late = watched(storage.watch('', 0));
      await late.ended();
      expect(late.error).toMatchObject({ code: 'Unavailable' });
      const calls: readonly (() => Promise<unknown>)[] = [
        () => storage.create('b', value('v')),
        () => storage.replace('a', 1, value('v')),
        () => storage.delete('a', 1, value('v')),
        () => storage.deleteRange(''),
        () => storage.get('a'),
        () => storage.list(''),
        () => all(items),
        () => all(storage.history('', 0, 1)),
      ];
      for (const call of calls)
        await expect(call()).rejects.toMatchObject({ name: 'StorageError', code: 'Unavailable' });
    }),
  );
}
