import { startRedis, startTcpProxy, type TestRedis } from '@orch/testing';
import { Redis } from 'ioredis';

import { listed, value, watched } from '../conformance/observations.js';
import type { RedisObserver, RedisOptions } from './redis-options.js';
import { Cleanups, type OpenedStore, openRedis, untilRevision } from './stores.fixture.js';

let redis: TestRedis;
let cleanups: Cleanups;

beforeEach(async () => {
  cleanups = new Cleanups();
  redis = cleanups.add(await startRedis(), (server) => server.stop());
});
afterEach(() => cleanups.run());

const open = async (options: Partial<RedisOptions> = {}): Promise<OpenedStore> =>
  cleanups.add(await openRedis({ urls: [redis.url], ...options }), ({ storage }) => storage.close());

/** Creates the keys. */
async function write({ storage }: OpenedStore, name: string, count: number): Promise<void> {
  await storage.create('same', value(`of ${name}`));
  for (let n = 1; n < count; n++) await storage.create(`${name}-${n}`, value(`of ${name}`));
}

/** What the store has, and what it serves, once each connection leads to it. */
async function served({ storage }: OpenedStore): Promise<readonly string[]> {
  for (;;) {
    try {
      await storage.confirm();
      const { items, revision } = await listed(storage);
      expect(storage.revision).toBeGreaterThanOrEqual(revision);
      return items.map(({ key }) => key);
    } catch (error) {
      expect(error).toMatchObject({ code: expect.stringMatching('Unavailable|Lost') as unknown });
    }
  }
}

const keysOf = (name: string, count: number): string[] =>
  [...Array.from({ length: count - 1 }, (_none, n) => `${name}-${n + 1}`), 'same'].sort();

/** Two processes on a young store with three keys, and the watches that have seen them. */
async function openTwo(urls: readonly string[]) {
  const stores = [await open({ urls }), await open({ urls })];
  await write(stores[0]!, 'mine', 3);
  const watches = stores.map(({ storage }) => watched(storage.watch('', 0)));
  await Promise.all(watches.map((watch) => untilRevision(watch, 3)));
  return { stores, watches };
}

interface Switched extends Awaited<ReturnType<typeof openTwo>> {
  readonly switchStore: () => Promise<unknown>;
}

/** A process on a young store of another control plane, with `count` keys, and what makes it that of `openTwo`. */
const ways: Record<string, (count: number) => Promise<Switched>> = {
  'by SWAPDB': async (count) => {
    const two = await openTwo([redis.url]);
    await write(await open({ urls: [`${redis.url}/1`] }), 'theirs', count);
    return { ...two, switchStore: () => redis.cli('SWAPDB', 0, 1) };
  },
  'at the same address': async (count) => {
    const other = cleanups.add(await startRedis(), (server) => server.stop());
    const proxy = cleanups.add(await startTcpProxy(redis.port), (started) => started.stop());
    const two = await openTwo([`redis://127.0.0.1:${proxy.port}`]);
    await write(await open({ urls: [other.url] }), 'theirs', count);
    const switchStore = async () => {
      proxy.redirect(other.port);
      proxy.reset();
    };
    return { ...two, switchStore };
  },
};

describe.each(Object.keys(ways))('a store of another control plane takes the place of the store %s', (way) => {
  it.each([2, 3, 9])('it is another history, at whatever revision: %s', async (count) => {
    const { stores, watches, switchStore } = await ways[way]!(count);
    await switchStore();
    await Promise.all(watches.map((watch) => watch.ended()));
    for (const watch of watches) {
      expect(watch.error).toMatchObject({ code: 'Lost' });
      expect(watch.events.map(({ key }) => key)).toEqual(['same', 'mine-1', 'mine-2']);
    }
    for (const { storage, observed } of stores) {
      expect(await served({ storage, observed })).toEqual(keysOf('theirs', count));
      expect(observed.rebuilds.all).toEqual([expect.stringContaining('another store')]);
      expect(Buffer.from((await storage.get('same'))!.value).toString()).toBe('of theirs');
      // Given out for the other history.
      for (const revision of [0, 1, 2, 3]) {
        const watch = watched(storage.watch('', revision));
        await watch.ended();
        expect(watch.error).toMatchObject({ code: 'Compacted' });
      }
    }
    const again = stores.map(({ storage }) => watched(storage.watch('', storage.revision)));
    const { revision } = await stores[1]!.storage.create('later', value(''));
    await Promise.all(again.map((watch) => untilRevision(watch, revision)));
    for (const { events } of again) expect(events.map(({ key }) => key)).toEqual(['later']);
  });

  it('writes for the one before are not applied to it', async () => {
    const { stores, switchStore } = await ways[way]!(9);
    const { storage } = stores[0]!;
    // Both stores have the key at revision 1.
    const writes = Array.from({ length: 40 }, (_none, n) => storage.create(`w/${n}`, value('')).catch(() => undefined));
    const replaced = (async () => {
      let revision = 1;
      for (let n = 0; n < 2_000; n++) ({ revision } = await storage.replace('same', revision, value('of mine, again')));
    })();
    const [failed] = await Promise.all([replaced.catch((error: unknown) => error), switchStore(), ...writes]);
    expect(failed).toMatchObject({ code: expect.stringMatching('Unavailable|Refused') as unknown });
    const keys = await served(stores[0]!);
    expect(keys.filter((key) => !key.startsWith('w/'))).toEqual(keysOf('theirs', 9));
    expect(Buffer.from((await storage.get('same'))!.value).toString()).toBe('of theirs');
  });
});

it('a store that was only seen by a handshake, and swapped back, is never served', async () => {
  const other = await openRedis({ urls: [`${redis.url}/1`] });
  await write(other, 'theirs', 2);
  await other.storage.close();
  const admin = cleanups.add(new Redis(redis.url), (client) => client.disconnect());
  let isSwapped = false;
  let swappedBack: Promise<unknown> | undefined;
  const rebuilds: string[] = [];
  const observer: RedisObserver = {
    connected(link) {
      // Arrives before the process reads its store again on this connection, which had the other one at its handshake.
      if (link === 'follower' && isSwapped) swappedBack ??= admin.call('SWAPDB', 0, 1);
    },
    rebuild: (reason) => rebuilds.push(reason),
  };
  const store = await open({ observer });
  const watch = watched(store.storage.watch('', 0));
  await write(store, 'mine', 2);
  await admin.call('SWAPDB', 0, 1);
  isSwapped = true;
  while (!swappedBack) await store.storage.confirm().catch(() => undefined);
  await swappedBack;
  expect(await served(store)).toEqual(keysOf('mine', 2));
  const { revision } = await store.storage.create('later', value(''));
  await untilRevision(watch, revision);
  expect(watch.events.map(({ key }) => key)).toEqual(['same', 'mine-1', 'later']);
  expect(rebuilds).toEqual([]);
});

describe('the id of a store', () => {
  const idOf = () => redis.cli('HGET', '{orch}:meta', 'store');

  it('is made by the first process that finds none, as in stores of earlier releases', async () => {
    const before = await open();
    await write(before, 'mine', 3);
    const id = await idOf();
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    await before.storage.close();
    await redis.cli('HDEL', '{orch}:meta', 'store', 'from');
    const [one, other] = await Promise.all([open(), open()]);
    expect(await idOf()).not.toBe(id);
    for (const store of [one, other]) {
      expect(await served(store)).toEqual(keysOf('mine', 3));
      expect(store.storage.revision).toBe(3);
      expect(store.storage.status().rebuilds).toBe(0);
    }
  });

  it('stays when the server restarts, and when the store is emptied', async () => {
    const store = await open();
    const id = await idOf();
    await redis.restart();
    await store.storage.create('a', value(''));
    expect(await idOf()).toBe(id);
    await redis.cli('FLUSHALL');
    expect(await served(store)).toEqual([]);
    expect(await idOf()).toBe(id);
  });

  it('is written when a store is filled', async () => {
    const { storage } = await open();
    const id = await idOf();
    await storage.fill((async function* () {})(), 7);
    expect(await idOf()).toBe(id);
    expect(await storage.create('a', value(''))).toMatchObject({ revision: 8 });
  });
});
