import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { seededRandom } from '@orch/apimachinery';
import { startRedis, type TestRedis } from '@orch/testing';

import { all, listed, numbered, plain, value, watched } from '../conformance/observations.js';
import type { StorageError } from '../storage-error.js';
import type { Revision } from '../storage.js';
import type { RedisStorage } from './redis-storage.js';
import { Cleanups, logOf, type OpenedStore, openRedis } from './stores.fixture.js';

let redis: TestRedis;
let cleanups: Cleanups;

beforeEach(async () => {
  cleanups = new Cleanups();
  redis = cleanups.add(await startRedis(), (server) => server.stop());
});
afterEach(() => cleanups.run());

const open = async (): Promise<OpenedStore> =>
  cleanups.add(await openRedis({ urls: [redis.url] }), ({ storage }) => storage.close());

/** The items that a starting server loads, and the damage that it finds. */
async function load(storage: RedisStorage): Promise<{ readonly items: string[]; readonly damaged: string[] }> {
  const items: string[] = [];
  const damaged: string[] = [];
  const onDamaged = ({ key, revision }: StorageError) => damaged.push(`${key} ${revision}`);
  await storage.loadAll('', (item) => items.push(`${item.key} ${item.revision} ${item.value.toString()}`), {
    onDamaged,
  });
  return { items, damaged };
}

describe('damage in Redis', () => {
  let store: OpenedStore;
  let revisions: Record<'a' | 'b' | 'c', Revision>;
  beforeEach(async () => {
    store = await open();
    const made: Revision[] = [];
    for (const key of ['a', 'b', 'c']) made.push((await store.storage.create(key, numbered(`${key} #`))).revision);
    made[2] = (await store.storage.replace('c', made[2]!, numbered('c again #'))).revision;
    revisions = { a: made[0]!, b: made[1]!, c: made[2] };
  });

  const damages: [string, () => Promise<unknown>, string][] = [
    ['missing', () => redis.cli('DEL', '{orch}:v:2'), 'the value is missing'],
    ['changed', () => redis.cli('SETRANGE', '{orch}:v:2', 0, 'B'), 'wrong checksum'],
    ['truncated', () => redis.cli('SET', '{orch}:v:2', ''), 'it does not hold its revision'],
    [
      'another version',
      () => redis.cli('COPY', '{orch}:v:1', '{orch}:v:2', 'REPLACE'),
      'it does not hold its revision',
    ],
    ['of a checksum that is damaged', () => redis.cli('HSET', '{orch}:sums', '2', '1:2'), 'wrong checksum'],
  ];
  const right = (command: string): [string, () => Promise<unknown>, () => Promise<unknown>] => [
    `the right to ${command} is taken away`,
    () => redis.cli('ACL', 'SETUSER', 'default', `-${command}`),
    () => redis.cli('ACL', 'SETUSER', 'default', `+${command}`),
  ];
  const type = (key: string): [string, () => Promise<unknown>, () => Promise<unknown>] => [
    `${key} has another type`,
    async () => {
      await redis.cli('RENAME', `{orch}:${key}`, '{orch}:saved');
      await redis.cli('SET', `{orch}:${key}`, 'foreign');
    },
    () => redis.cli('RENAME', '{orch}:saved', `{orch}:${key}`),
  ];
  it.each([...['set', 'hset', 'hdel', 'zadd', 'zrem', 'xadd'].map(right), ...['sums', 'index', 'log'].map(type)])(
    'a refused write changes nothing, and later writes do not harm its key: %s',
    async (_what, damage, repair) => {
      const { storage } = store;
      const { a, b, c } = revisions;
      await damage();
      const writes = [
        () => [storage.replace('a', a, numbered('new a #'))],
        () => [storage.create('d', numbered('d #'))],
        () => [storage.delete('b', b, value('gone'))],
        () => [storage.replace('c', c, numbered('new c #')), storage.create('f', numbered('f #'))],
      ];
      const expected = new Map([
        ['a', `a ${a} a ${a}`],
        ['b', `b ${b} b ${b}`],
        ['c', `c ${c} c again ${c}`],
      ]);
      for (const write of writes) {
        for (const outcome of await Promise.allSettled(write())) {
          if (outcome.status === 'rejected') {
            expect(outcome.reason).toMatchObject({ code: 'Refused' });
            continue;
          }
          const { key, revision, value: stored } = outcome.value as { key: string; revision: Revision; value: Buffer };
          if (stored.toString() === 'gone') expected.delete(key);
          else expected.set(key, `${key} ${revision} ${stored.toString()}`);
        }
      }
      await repair();
      const { revision } = await storage.create('e', numbered('e #'));
      expected.set('e', `e ${revision} e ${revision}`);
      const items = [...expected].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item);
      expect(await load((await open()).storage)).toEqual({ items, damaged: [] });
    },
  );

  it('a store without its beginning is refused: the base of the append-only file was lost, its increments exist', async () => {
    await redis.cli('BGREWRITEAOF');
    await redis.logged('Background AOF rewrite finished successfully');
    await store.storage.create('d', numbered('d #'));
    await store.storage.close();
    await redis.kill();
    const folder = join(redis.directory, 'appendonlydir');
    await writeFile(
      join(
        folder,
        (await readdir(folder)).find((name) => name.includes('.base.'))!,
      ),
      '',
    );
    await redis.restart();
    await expect(openRedis({ urls: [redis.url] })).rejects.toThrow(
      'the beginning of the store under {orch} is missing',
    );
  });

  it.each(damages)(
    'a value that is %s is an error of its key alone, and a start succeeds',
    async (_name, damage, text) => {
      await damage();
      await expect(store.storage.get('b')).rejects.toMatchObject({ code: 'Corrupted', key: 'b', revision: 2 });
      await expect(store.storage.get('b')).rejects.toThrow(text);
      await expect(listed(store.storage)).rejects.toMatchObject({ code: 'Corrupted', key: 'b' });
      for (const { storage } of [store, await open()])
        expect(await load(storage)).toEqual({ items: ['a 1 a 1', 'c 4 c again 4'], damaged: ['b 2'] });
      // History ends there.
      const early = watched((await open()).storage.watch('', 0));
      await early.ended();
      expect(early.error).toMatchObject({ code: 'Compacted' });
      expect((await logOf(store.storage, 2)).map(({ revision }) => revision)).toEqual([3, 4]);

      await store.storage.delete('b', revisions.b, value('gone'));
      expect(await load(store.storage)).toMatchObject({ damaged: [] });
      expect((await store.storage.create('b', numbered('b #'))).value.toString()).toBe('b 6');
    },
  );

  it('a key that points at a value of another key is an error of that key alone', async () => {
    await redis.cli('HSET', '{orch}:keys', 'b', '1');
    expect(await load(store.storage)).toEqual({ items: ['a 1 a 1', 'c 4 c again 4'], damaged: ['b 1'] });
    await store.storage.delete('b', 1, value('gone'));
    expect(await load(store.storage)).toMatchObject({ damaged: [] });
  });

  it('a key without a revision is an error of that key alone, and can be deleted', async () => {
    await redis.cli('HDEL', '{orch}:keys', 'b');
    expect(await load(store.storage)).toMatchObject({ damaged: ['b 0'] });
    await expect(store.storage.delete('x', 0, value('gone'))).rejects.toMatchObject({ code: 'KeyNotFound' });
    await store.storage.delete('b', 0, value('gone'));
    expect(await load(store.storage)).toEqual({ items: ['a 1 a 1', 'c 4 c again 4'], damaged: [] });
  });

  it('values of a release without checksums are readable, and get one on the next write', async () => {
    await redis.cli('DEL', '{orch}:sums');
    expect(await load(store.storage)).toMatchObject({ items: ['a 1 a 1', 'b 2 b 2', 'c 4 c again 4'], damaged: [] });
    await store.storage.replace('a', 1, numbered('a #'));
    expect(await redis.cli('HKEYS', '{orch}:sums')).toEqual(['5']);
  });

  it('checksums are trimmed with their values', async () => {
    await store.storage.close();
    const short = await openRedis({ urls: [redis.url], historyWindowMs: 1 });
    cleanups.add(short, ({ storage }) => storage.close());
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (((await redis.cli('HLEN', '{orch}:sums')) as number) === 3) break;
    }
    expect(((await redis.cli('HKEYS', '{orch}:sums')) as string[]).toSorted()).toEqual(['1', '2', '4']);
  });

  it.each([
    ['missing', () => redis.cli('XDEL', '{orch}:log', '3-0')],
    ['missing at its end', () => redis.cli('XDEL', '{orch}:log', '4-0')],
  ])('an entry of the log that is %s ends the history there', async (_name, damage) => {
    await damage();
    for (const after of [0, 2]) {
      const early = watched((await open()).storage.watch('', after));
      await early.ended();
      expect(early.error).toMatchObject({ code: 'Compacted' });
    }
    expect((await load(store.storage)).items).toHaveLength(3);
  });

  describe('after a restart of Redis', () => {
    /** Damages the store and changes the identity of Redis for later processes. */
    async function damagedStart(...commands: (string | number)[][]): Promise<OpenedStore> {
      await store.storage.close();
      for (const command of commands) await redis.cli(...command);
      await redis.cli('HSET', '{orch}:meta', 'server', 'another');
      return open();
    }
    const WHOLE = ['a 1 a 1', 'b 2 b 2', 'c 4 c again 4'];

    it('a key that fell back to an older version is repaired from the log', async () => {
      const { storage, observed } = await damagedStart(['HSET', '{orch}:keys', 'c', '3']);
      expect(await load(storage)).toEqual({ items: WHOLE, damaged: [] });
      expect(observed.repairs.all).toEqual(['"c" lost its newest revision 4']);
    });

    it('a key that lost its revision is repaired from the log', async () => {
      const { storage } = await damagedStart(['HDEL', '{orch}:keys', 'c']);
      expect(await load(storage)).toEqual({ items: WHOLE, damaged: [] });
    });

    it('a key that is missing in lists is added again', async () => {
      const { storage, observed } = await damagedStart(
        ['ZREM', '{orch}:index', 'b'],
        ['XTRIM', '{orch}:log', 'MAXLEN', 0],
      );
      expect(await load(storage)).toEqual({ items: WHOLE, damaged: [] });
      expect(observed.repairs.all).toEqual(['"b" was missing in lists']);
    });

    it.each([
      ['which has its revision', ['HSET', '{orch}:keys', 'b', '2']],
      ['which is in lists', ['ZADD', '{orch}:index', '0', 'b']],
    ])('a deleted key %s is deleted', async (_name, damage) => {
      await store.storage.delete('b', 2, numbered('b #'));
      const { storage } = await damagedStart(damage);
      expect(await load(storage)).toEqual({ items: [WHOLE[0], WHOLE[2]], damaged: [] });
      await expect(storage.create('b', numbered('b #'))).resolves.toMatchObject({ key: 'b' });
    });

    it('a garbled key is an error, and the correct one is restored', async () => {
      const { storage } = await damagedStart(['ZREM', '{orch}:index', 'b'], ['ZADD', '{orch}:index', 0, 'B']);
      expect(await load(storage)).toEqual({ items: WHOLE, damaged: ['B 0'] });
    });

    it('is checked once per epoch', async () => {
      const first = await damagedStart(['HSET', '{orch}:keys', 'c', '3']);
      expect(first.observed.repairs.all).toHaveLength(1);
      await redis.cli('HSET', '{orch}:keys', 'c', '3');
      expect((await open()).observed.repairs.all).toEqual([]);
    });
  });
});

describe('a bit that is flipped in the append-only file', () => {
  const TRIES = 10;
  const random = seededRandom(20_261_122);
  const pick = (below: number) => Math.floor(random() * below);

  it('is never served as data: reads are correct or fail, or Redis does not start', async () => {
    let starts = 0;
    for (let n = 0; n < TRIES; n++) {
      const server = cleanups.add(await startRedis(), (one) => one.stop());
      const storage = await openRedis({ urls: [server.url] }).then((opened) => opened.storage);
      const events: ReturnType<typeof plain>[] = [];
      storage.watch('', 0).subscribe((event) => events.push(plain(event)));
      const current = new Map<string, Revision>();
      for (let step = 0; step < 40; step++) {
        const key = `k${pick(12)}`;
        const text = numbered(`${key} # ${'x'.repeat(pick(600))}`);
        const at = current.get(key);
        if (at === undefined) current.set(key, (await storage.create(key, text)).revision);
        else if (random() < 0.6) current.set(key, (await storage.replace(key, at, text)).revision);
        else {
          await storage.delete(key, at, text);
          current.delete(key);
        }
      }
      const before = await listed(storage);
      await storage.close();
      await server.kill();
      const folder = join(server.directory, 'appendonlydir');
      const file = join(
        folder,
        (await readdir(folder)).find((name) => name.includes('.incr.'))!,
      );
      const bytes = await readFile(file);
      // The functions are the first half of such a small file.
      const from = random() < 0.2 ? 0 : bytes.lastIndexOf('redis.register_function');
      bytes[from + pick(bytes.length - from)]! ^= 1 << pick(8);
      await writeFile(file, bytes);
      const isUp = await server.restart().then(
        () => true,
        () => false,
      );
      if (!isUp) continue;
      starts++;
      const again = await openRedis({ urls: [server.url] }).catch(() => undefined);
      if (!again) continue;
      const { items, damaged } = await load(again.storage);
      const right = new Set(before.items.map((item) => `${item.key} ${item.revision} ${item.value}`));
      expect(items.filter((item) => !right.has(item))).toEqual([]);
      const known = new Set([...items, ...damaged].map((item) => item.split(' ')[0]));
      const missing = before.items.map(({ key }) => key).filter((key) => !known.has(key));
      // A truncated file is another fault: Redis drops the rest, and the history continues from there.
      if (!server.log().some((line) => line.includes('truncated'))) expect(missing).toEqual([]);
      const history = await all(again.storage.history('', 0, again.storage.revision)).catch((error: unknown) => error);
      if (Array.isArray(history)) expect(history.map(plain)).toEqual(events.slice(0, history.length));
      else expect(history).toMatchObject({ code: 'Compacted' });
      await again.storage.close();
    }
    expect(starts).toBeGreaterThan(0);
  }, 120_000);
});

it('goes on without a write when the newest entries of the log are missing', async () => {
  const { storage, observed } = await open();
  const { revision } = await storage.create('a', value(''));
  await redis.cli('HINCRBY', '{orch}:meta', 'revision', 1);
  await expect(storage.confirm()).resolves.toBe(revision + 1);
  await expect(observed.rebuilds.first()).resolves.toContain('no longer in the history');
  await expect(storage.create('b', value(''))).resolves.toMatchObject({ revision: revision + 2 });
});
