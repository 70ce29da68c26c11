import { startRedis, type TestRedis } from '@orch/testing';
import { Redis } from 'ioredis';

import { value } from '../conformance/observations.js';
import { type RunInSession, scanSnapshot } from './snapshot-scan.js';
import { RedisStorage } from './redis-storage.js';

const BASE = '{orch}';
let redis: TestRedis;
let client: Redis;
let store: string;

beforeAll(async () => {
  redis = await startRedis();
  client = new Redis(redis.url);
  const storage = await RedisStorage.open({ urls: [redis.url] });
  for (const key of ['a', 'b']) await storage.create(key, value(key));
  await storage.close();
  store = (await client.hget(`${BASE}:meta`, 'store'))!;
});
afterAll(async () => {
  client.disconnect();
  await redis.stop();
});

/** Runs calls as the storage does; `before` is called with the number of each call. */
const runner =
  (before: (call: number) => Promise<unknown>): RunInSession =>
  async (call) => {
    await before(++calls);
    const state = { store, epoch: '', revision: 0, oldest: 0, lostRanges: [] };
    return call({ redis: client, server: '', state });
  };
let calls = 0;
beforeEach(() => {
  calls = 0;
});

describe('scanSnapshot', () => {
  it('restarts when another epoch begins during the scan', async () => {
    const run = runner(async (call) => {
      // While the page is read, `b` is deleted by a change that is lost.
      if (call === 2) await client.zrem(`${BASE}:index`, 'b');
      if (call === 3) {
        await client.zadd(`${BASE}:index`, 0, 'b');
        await client.hset(`${BASE}:meta`, 'epoch', '2-other');
      }
    });
    const scan = await scanSnapshot(run, BASE, '');
    expect(scan.pointers.map(([key]) => key)).toEqual(['a', 'b']);
  });

  it('fails when the store was emptied', async () => {
    const run = runner(async (call) => {
      if (call === 3) await redis.cli('FLUSHALL');
    });
    await expect(scanSnapshot(run, BASE, '')).rejects.toMatchObject({ code: 'Unavailable' });
  });
});
