import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FakeClock } from '@orch/apimachinery';
import { startRedis, startTcpProxy, type TcpProxy, type TestRedis } from '@orch/testing';

import { listed, plain, value, watched } from '../conformance/observations.js';
import { EPOCH_JUMP } from '../epoch-revision.js';
import type { RedisOptions } from './redis-options.js';
import { Cleanups, logOf, type OpenedStore, openRedis, untilRevision } from './stores.fixture.js';

let redis: TestRedis;
let cleanups: Cleanups;

beforeEach(async () => {
  cleanups = new Cleanups();
  redis = cleanups.add(await startRedis(), (server) => server.stop());
});
afterEach(() => cleanups.run());

const open = async (options: Partial<RedisOptions> = {}): Promise<OpenedStore> =>
  cleanups.add(await openRedis({ urls: [redis.url], ...options }), ({ storage }) => storage.close());

/** A process behind a proxy that can drop its traffic silently. */
async function openSleeper(): Promise<OpenedStore & { proxy: TcpProxy }> {
  const proxy = cleanups.add(await startTcpProxy(redis.port), (p) => p.stop());
  return { proxy, ...(await open({ urls: [`redis://127.0.0.1:${proxy.port}`] })) };
}

/** Creates the keys. Returns the last revision. */
async function write({ storage }: OpenedStore, ...keys: string[]): Promise<number> {
  let last = 0;
  for (const key of keys) last = (await storage.create(key, value(`${key} by ${storage.revision}`))).revision;
  return last;
}

const append = () => join(redis.directory, 'appendonlydir');

/** Copies the files of Redis. Call the result to restore them, which loses all later writes. */
async function saveFiles(): Promise<() => Promise<void>> {
  const copy = join(redis.directory, 'copy');
  await cp(append(), copy, { recursive: true });
  return async () => {
    await redis.kill();
    await rm(append(), { recursive: true });
    await cp(copy, append(), { recursive: true });
    await redis.restart();
  };
}

describe('a restart of Redis that loses nothing', () => {
  it('is only a delay: watches continue, and can start at every earlier revision', async () => {
    const { storage, observed } = await open();
    const watch = watched(storage.watch('', 0));
    await write({ storage, observed }, 'a', 'b', 'c');
    await redis.kill();
    const writing = storage.create('d', value('d'));
    await redis.restart();
    const { revision: last } = await writing;
    const began = last - 1;
    expect(began - 3).toBeGreaterThanOrEqual(EPOCH_JUMP);
    await untilRevision(watch, last);
    const delivered = watch.events.map(plain);
    expect(delivered.map(({ key, revision }) => [key, revision])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', last],
    ]);
    expect(observed.epochs.all).toEqual([{ after: 3, revision: began }]);
    expect(storage.status().rebuilds).toBe(0);
    const lost = [3, 4, began - 1, began, last].map((revision) => storage.isLost(revision));
    expect(lost).toEqual([false, true, true, false, false]);

    for (const after of [0, 1, 2, 3, began]) {
      const again = watched(storage.watch('', after));
      await untilRevision(again, last);
      expect(again.events.map(plain)).toEqual(delivered.filter(({ revision }) => revision > after));
      expect(await logOf(storage, after)).toEqual(delivered.filter(({ revision }) => revision > after));
    }
    const never = watched(storage.watch('', 4));
    await never.ended();
    expect(never.error).toMatchObject({ code: 'Compacted' });
    expect((await listed(storage)).items.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('twice in a row does not affect a process that was suspended during both', async () => {
    const awake = await open();
    const sleeper = await openSleeper();
    await write(awake, 'a');
    const watch = watched(sleeper.storage.watch('', 0));
    await untilRevision(watch, 1);
    sleeper.proxy.blackhole();
    await write(awake, 'b');
    await redis.restart();
    await write(awake, 'c');
    await redis.restart();
    const last = await write(awake, 'd');
    await sleeper.proxy.heal();
    await untilRevision(watch, last);
    expect(watch.events.map(plain)).toEqual(await logOf(awake.storage));
    expect(sleeper.observed.epochs.all).toHaveLength(2);
    expect(sleeper.storage.status().rebuilds).toBe(0);
  });

  it('ends a watch that started at a revision that was lost before this process saw it', async () => {
    const store = await open();
    await write(store, 'a', 'b', 'c');
    const ahead = watched(store.storage.watch('', 5));
    const here = watched(store.storage.watch('', 3));
    await redis.restart();
    const last = await write(store, 'd');
    await ahead.ended();
    expect(ahead.error).toMatchObject({ code: 'Lost' });
    await untilRevision(here, last);
    expect(here.error).toBeUndefined();
  });
});

describe('a Redis that comes back without its last writes', () => {
  it('ends the watches of processes that saw them, which then can relist', async () => {
    const [one, other] = [await open(), await open()];
    const sleeper = await openSleeper();
    await write(one, 'a', 'b');
    const slept = watched(sleeper.storage.watch('', 0));
    await untilRevision(slept, 2);
    sleeper.proxy.blackhole();
    await write(other, 'c');
    const lose = await saveFiles();
    const watches = [one, other].map(({ storage }) => watched(storage.watch('', 0)));
    await write(one, 'd', 'e');
    await Promise.all(watches.map((watch) => untilRevision(watch, 5)));
    await lose();
    await Promise.all(watches.map((watch) => watch.ended()));
    for (const { error } of watches) expect(error).toMatchObject({ code: 'Lost' });

    const again: typeof watches = [];
    for (const { storage } of [one, other]) {
      const kept: string[] = [];
      const revision = await storage.loadAll('', ({ key }) => kept.push(key));
      expect(kept).toEqual(['a', 'b', 'c']);
      expect(revision).toBeGreaterThanOrEqual(5 + EPOCH_JUMP);
      expect(storage.revision).toBeGreaterThanOrEqual(revision);
      expect([4, 5].map((at) => storage.isLost(at))).toEqual([true, true]);
      again.push(watched(storage.watch('', revision)));
    }
    const last = Math.max(await write(one, 'f'), await write(other, 'g'));
    await Promise.all(again.map((watch) => untilRevision(watch, last)));
    for (const { events } of again) expect(events.map(({ key }) => key)).toEqual(['f', 'g']);
    expect([one, other].map(({ storage }) => storage.status().rebuilds)).toEqual([1, 1]);

    await sleeper.proxy.heal();
    await untilRevision(slept, last);
    expect(slept.events.map(plain)).toEqual(await logOf(one.storage));
    expect(slept.events.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'f', 'g']);
    expect(sleeper.storage.status().rebuilds).toBe(0);
  });

  interface Loss {
    /** Restarts of Redis, each followed by writes that will be lost. */
    readonly restarts: number;
    /** Whether a process that has seen the lost writes survives. */
    readonly survivor?: boolean;
    /** Number of losses in a row. Default: 1. */
    readonly losses?: number;
    /** How far the clock goes back. Default: 0. */
    readonly setBackMs?: number;
  }
  const losses: [string, Loss][] = [
    ['no process survives, and the surviving history begins a new epoch', { restarts: 1 }],
    ['no process survives, several epochs are lost', { restarts: 3 }],
    ['no process survives, twice in a row', { restarts: 2, losses: 2 }],
    ['no process survives, and only the last epoch began', { restarts: 0 }],
    ['a process that has seen it survives', { restarts: 1, survivor: true }],
    ['the clock was set back by a day', { restarts: 1, setBackMs: 86_400_000 }],
  ];
  it.each(losses)('never reuses a lost revision: %s', async (_name, loss) => {
    const { restarts, survivor = false, losses: times = 1, setBackMs = 0 } = loss;
    const clock = new FakeClock(Date.now());
    const options = { clock, stampWithClock: true };
    const given: number[] = [];
    let lose = (): Promise<void> => Promise.resolve();
    for (let time = 0; time < times; time++) {
      const before = await open(options);
      await write(before, `kept-${time}`);
      lose = await saveFiles();
      for (let n = 0; n < restarts; n++) {
        clock.advance(1_000);
        await redis.restart();
        given.push(await write(before, `lost-${time}-${n}`));
      }
      given.push(await write(before, `lost-${time}`));
      if (!survivor) await before.storage.close();
      await lose();
      clock.advance(1_000);
    }
    clock.advance(-setBackMs);
    const after = await open(options);
    const first = await write(after, 'new');
    expect(first).toBeGreaterThan(setBackMs === 0 ? Math.max(...given) : 0);
    for (const revision of given) {
      const isOutsideHistory = revision > after.storage.revision || after.storage.isLost(revision);
      expect([revision, isOutsideHistory]).toEqual([revision, true]);
    }
  });

  it('records lost revisions beyond the history window, also of many epochs', async () => {
    const clock = new FakeClock(Date.now());
    const historyWindowMs = 60_000;
    const options = { clock, stampWithClock: true, historyWindowMs };
    const kept: number[] = [];
    for (let n = 0; n < 18; n++) {
      const before = await open(options);
      kept.push(await write(before, `k${n}`));
      await before.storage.close();
      clock.advance(1_000);
      await redis.cli('HSET', '{orch}:meta', 'server', `another-${n}`);
    }
    const lost = kept.map((revision) => revision + 1);
    const store = await open(options);
    await write(store, 'last');
    while ((await redis.cli('XLEN', '{orch}:log')) !== 0) {
      clock.advance(historyWindowMs);
      await store.storage.confirm();
    }
    expect(lost.map((revision) => store.storage.isLost(revision))).toEqual(lost.map(() => true));
    // The oldest lost ranges were merged.
    expect(kept.slice(3).map((revision) => store.storage.isLost(revision))).toEqual(kept.slice(3).map(() => false));
  });

  it('is detected by the next write when its keys were replaced by an older copy, without a restart', async () => {
    const store = await open();
    const watch = watched(store.storage.watch('', 0));
    await write(store, 'a');
    const copy = "for _, key in ipairs(redis.call('KEYS', '*')) do redis.call('COPY', key, key, 'DB', 1) end";
    await redis.cli('EVAL', copy, 0);
    const lost = await write(store, 'b');
    await redis.cli('SWAPDB', 0, 1);
    // Its outcome is unknown: the watch that would deliver it ends.
    const again = await write(store, 'c').catch(() => undefined);
    expect(again).not.toBe(lost);
    await watch.ended();
    expect(watch.error).toMatchObject({ code: 'Lost' });
    expect(await write(store, 'd')).toBeGreaterThan(lost + EPOCH_JUMP);
    expect((await listed(store.storage)).items.map(({ key }) => key)).toEqual(['a', 'c', 'd']);
  });

  it('is detected by all processes when it was emptied, and continues above their revisions', async () => {
    const stores = [await open(), await open()];
    await write(stores[0]!, 'a', 'b', 'c');
    await Promise.all(stores.map(({ storage }) => storage.confirm()));
    const watches = stores.map(({ storage }) => watched(storage.watch('', 0)));
    await Promise.all(watches.map((watch) => untilRevision(watch, 3)));
    await redis.cli('FLUSHALL');
    const [first, second] = await Promise.all(stores.map(({ storage }) => storage.confirm()));
    expect(first).toBeGreaterThanOrEqual(3 + EPOCH_JUMP);
    expect(second).toBeGreaterThanOrEqual(3 + EPOCH_JUMP);
    await Promise.all(watches.map((watch) => watch.ended()));
    for (const { error } of watches) expect(error).toMatchObject({ code: 'Lost' });
    for (const { storage } of stores) expect((await listed(storage)).items).toEqual([]);
    const last = await write(stores[1]!, 'a');
    expect(last).toBeGreaterThan(Math.max(first!, second!));
    expect(await stores[0]!.storage.confirm()).toBe(last);
    expect((await listed(stores[0]!.storage)).items.map(({ key }) => key)).toEqual(['a']);
  });
});

it('a process suspended for longer than the history window gets Compacted, also without new writes', async () => {
  const clock = new FakeClock();
  const historyWindowMs = 60_000;
  const awake = await open({ clock, stampWithClock: true, historyWindowMs });
  const sleeper = await openSleeper();
  await write(awake, 'a');
  const watch = watched(sleeper.storage.watch('', 0));
  await untilRevision(watch, 1);
  sleeper.proxy.blackhole();
  const last = await write(awake, 'b', 'c');
  // Trimmed entries are deleted in the next round.
  while ((await redis.cli('XLEN', '{orch}:log')) !== 0) {
    clock.advance(historyWindowMs);
    await awake.storage.confirm();
  }
  await sleeper.proxy.heal();
  await watch.ended();
  expect(watch.error).toMatchObject({ code: 'Compacted' });

  const kept: string[] = [];
  const revision = await sleeper.storage.loadAll('', ({ key }) => kept.push(key));
  expect([revision, kept]).toEqual([last, ['a', 'b', 'c']]);
  const again = watched(sleeper.storage.watch('', revision));
  await untilRevision(again, await write(awake, 'd'));
  expect(again.events.map(({ key }) => key)).toEqual(['d']);
});
