import { inspect } from 'node:util';
import { FakeClock } from '@orch/apimachinery';
import { startRedis, startTcpProxy, type TestRedis } from '@orch/testing';

import { all, listed, numbered, value, watched } from '../conformance/observations.js';
import { functionName } from './function-library.js';
import type { RedisOptions } from './redis-options.js';
import type { StorageEvent } from '../storage.js';
import { RedisSettingsError } from './redis-settings.js';
import { RedisStorage } from './redis-storage.js';
import { Cleanups, openRedis } from './stores.fixture.js';

let redis: TestRedis;
let stores = 0;
let keyPrefix = '';
let cleanups: Cleanups;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());
beforeEach(() => {
  cleanups = new Cleanups();
  keyPrefix = `store-${++stores}`;
});
afterEach(async () => {
  await redis.cli('CONFIG', 'SET', 'maxmemory', 0);
  await cleanups.run();
});

const open = async (options: Partial<RedisOptions> = {}): Promise<RedisStorage> =>
  cleanups.add(await RedisStorage.open({ urls: [redis.url], keyPrefix, ...options }), (storage) => storage.close());

const fillMemory = () => redis.cli('CONFIG', 'SET', 'maxmemory', '1mb');

const outcomeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: unknown) => error,
  );

describe('the last revision', () => {
  it('is given once: later writes are refused, and the values before stay', async () => {
    const storage = await open();
    const last = Number.MAX_SAFE_INTEGER;
    await storage.fill((async function* () {})(), last - 3);
    const first = await storage.create('a', value('first'));
    const others = await Promise.all([
      storage.create('b', value('second')),
      storage.replace('a', first.revision, value('third')),
    ]);
    expect([first, ...others].map(({ revision }) => revision)).toEqual([last - 2, last - 1, last]);
    for (const write of [
      () => storage.create('c', value('')),
      () => storage.replace('a', last, value('')),
      () => storage.delete('b', last - 1, value('')),
      () => storage.deleteRange(''),
    ])
      await expect(write()).rejects.toThrow(`no revision is left after ${last}`);
    expect((await listed(await open())).items.map(({ key, value: bytes }) => [key, bytes.toString()])).toEqual([
      ['a', 'third'],
      ['b', 'second'],
    ]);
  });
});

describe('a full memory', () => {
  it('refuses writes with the reason, allows deletes and new processes, and recovers', async () => {
    const storage = await open();
    const made = [await storage.create('a', value('')), await storage.create('b', value(''))];
    await fillMemory();
    const secret = 'a-secret-in-the-object';
    // In one batch: the refused create must not fail the delete.
    const [refused, deleted] = await Promise.all([
      outcomeOf(storage.create('c', value(secret))),
      outcomeOf(storage.delete('a', made[0]!.revision, value('gone'))),
    ]);
    expect(refused).toMatchObject({ code: 'Refused', key: 'c' });
    expect(String(refused)).toMatch(/nothing was written: OOM /);
    expect(inspect(refused, { depth: 9 })).not.toContain(secret);
    expect(deleted).toBe('done');
    const late = await open();
    expect((await listed(late)).items.map(({ key }) => key)).toEqual(['b']);
    expect(await late.deleteRange('')).toBe(1);
    await redis.cli('CONFIG', 'SET', 'maxmemory', 0);
    expect(await storage.create('c', value(''))).toMatchObject({ revision: 5 });
  });

  it('returns the outcome of a write whose answer was lost', async () => {
    const proxy = cleanups.add(await startTcpProxy(redis.port), (p) => p.stop());
    const calm = await open();
    const { storage } = cleanups.add(
      await openRedis({ urls: [`redis://127.0.0.1:${proxy.port}`], keyPrefix }),
      (store) => store.storage.close(),
    );
    const arrived = watched(calm.watch('', 0));
    proxy.blackhole('toClient');
    const writing = storage.create('a', numbered('#'));
    await arrived.reached(1);
    await fillMemory();
    proxy.reset();
    await proxy.heal();
    expect(await writing).toMatchObject({ revision: 1 });
    expect(await calm.get('a')).toMatchObject({ revision: 1 });
  });

  it('does not stop history from being trimmed', async () => {
    const clock = new FakeClock();
    const storage = await open({ clock, stampWithClock: true, historyWindowMs: 60_000 });
    const { revision } = await storage.create('a', value('v'));
    await storage.replace('a', revision, value('w'));
    await fillMemory();
    while (storage.oldestRevision < 2) {
      clock.advance(60_000);
      await storage.confirm();
    }
    // Trimmed values are deleted in the next round.
    while (((await redis.cli('KEYS', `{${keyPrefix}}:v:*`)) as string[]).length > 1) {
      clock.advance(60_000);
      await storage.confirm();
    }
    expect(await redis.cli('KEYS', `{${keyPrefix}}:v:*`)).toEqual([`{${keyPrefix}}:v:2`]);
  });
});

it('trims by the clock of the server, and frees the memory of replaced and deleted values', async () => {
  const storage = await open({ historyWindowMs: 300 });
  const a = await storage.create('a', value('1'));
  const b = await storage.create('b', value('1'));
  const again = await storage.replace('a', a.revision, value('2'));
  const gone = await storage.delete('b', b.revision, value('2'));
  while (storage.oldestRevision < gone.revision) await storage.confirm();
  while (((await redis.cli('KEYS', `{${keyPrefix}}:v:*`)) as string[]).length > 1) await storage.confirm();
  expect(await redis.cli('KEYS', `{${keyPrefix}}:v:*`)).toEqual([`{${keyPrefix}}:v:${again.revision}`]);
  await expect(all(storage.history('', 0, gone.revision))).rejects.toMatchObject({ code: 'Compacted' });
  expect(await listed(storage)).toEqual({
    revision: gone.revision,
    items: [{ key: 'a', value: '2', revision: again.revision }],
  });
});

it('refuses a store of a newer release', async () => {
  await (await open()).close();
  await redis.cli('HSET', `{${keyPrefix}}:meta`, 'format', '2');
  const failure = await open().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RedisSettingsError);
  expect(String(failure)).toContain('written in format 2, this release reads 1');
});

it('limits a batch by writes and bytes', async () => {
  const calls: string[] = [];
  const storage = await open({ observer: { functionTook: (name) => calls.push(name) } });
  const commits = () => calls.filter((name) => name === 'commit').length;
  await Promise.all(Array.from({ length: 130 }, (_none, n) => storage.create(`small/${n}`, value('v'))));
  expect(commits()).toBe(3);
  const large = value('v'.repeat(300_000));
  await Promise.all(Array.from({ length: 4 }, (_none, n) => storage.create(`large/${n}`, large)));
  expect(commits()).toBe(3 + 4);
});

describe('large values', () => {
  const text = (n: number) => `${n} ${'v'.repeat(300_000)}`;
  const keys = Array.from({ length: 12 }, (_none, n) => `a/${String(n).padStart(2, '0')}`);
  /** Calls that read values since the start of the log. */
  const calls = async () =>
    ((await redis.cli('SLOWLOG', 'GET', -1)) as [number, number, number, string[]][]).filter(
      ([, , , command]) => command[1] === functionName('values'),
    ).length;

  beforeEach(async () => {
    await redis.cli('CONFIG', 'SET', 'slowlog-max-len', 10_000);
    await redis.cli('CONFIG', 'SET', 'slowlog-log-slower-than', 0);
  });
  afterEach(() => redis.cli('CONFIG', 'SET', 'slowlog-log-slower-than', -1));

  it('are read in calls of a mebibyte: lists, histories, and watches of other processes', async () => {
    const proxy = cleanups.add(await startTcpProxy(redis.port), (p) => p.stop());
    const writer = await open();
    const other = await open({ urls: [`redis://127.0.0.1:${proxy.port}`] });
    for (const [n, key] of keys.entries()) await writer.create(key, value(text(n)));
    await listed(other);
    const live = watched(other.watch('', 12));
    proxy.blackhole('toClient');
    for (const [n, key] of keys.entries()) await writer.replace(key, n + 1, value(text(n + 100)));
    await redis.cli('SLOWLOG', 'RESET');
    await proxy.heal();
    const numberIn = (bytes: Buffer) => Number.parseInt(bytes.toString('latin1', 0, 4), 10);
    const seen = ({ revision, value: bytes, previous }: StorageEvent) =>
      `${revision} ${numberIn(bytes)} after ${previous!.revision} ${numberIn(previous!.value)}`;
    const expected = keys.map((_key, n) => `${n + 13} ${n + 100} after ${n + 1} ${n}`);
    await live.reached(12);
    expect(live.events.map(seen)).toEqual(expected);
    // 7.2 MB.
    expect(await calls()).toBeGreaterThan(4);
    expect((await all(other.history('', 12, 24))).map(seen)).toEqual(expected);
    await redis.cli('SLOWLOG', 'RESET');
    const { items } = await listed(other);
    expect(items.map(({ key, revision }) => `${key} ${revision}`)).toEqual(keys.map((key, n) => `${key} ${n + 13}`));
    expect(await calls()).toBe(3);
  });
});

it('deletes a range during continuous writes', async () => {
  const storage = await open();
  await storage.create('range/a', value(''));
  let isOver = false;
  const write = async (key: string) => {
    for (let at = (await storage.create(key, value(''))).revision; !isOver;)
      at = (await storage.replace(key, at, value(''))).revision;
  };
  const writing = Array.from({ length: 8 }, (_none, n) => write(`other/${n}`));
  expect(await storage.deleteRange('range/')).toBe(1);
  isOver = true;
  await Promise.all(writing);
});

describe('the functions', () => {
  const libraries = async () =>
    new Set(((await redis.cli('FUNCTION', 'LIST')) as string[][]).map((library) => library[1]));

  it('are loaded once by concurrent processes, and coexist with those of another release', async () => {
    await redis.cli('FUNCTION', 'FLUSH');
    const older = "#!lua name=orch_0_older\nredis.register_function('orch_0_older_open', function() return 1 end)";
    await redis.cli('FUNCTION', 'LOAD', older);
    await Promise.all([open(), open(), open()]);
    expect(await libraries()).toEqual(new Set(['orch_0_older', functionName('open').replace(/_open$/, '')]));
    expect(await redis.cli('FCALL', 'orch_0_older_open', 0)).toBe(1);
  });

  it('are loaded again after they were flushed', async () => {
    const storage = await open();
    await redis.cli('FUNCTION', 'FLUSH');
    expect(await storage.create('a', value(''))).toMatchObject({ revision: 1 });
  });
});
