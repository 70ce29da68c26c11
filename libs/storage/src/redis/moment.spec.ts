import { startRedis, type TestRedis } from '@orch/testing';
import { Redis } from 'ioredis';

import { value } from '../conformance/observations.js';
import { type Ask, momentOf } from './moment.js';
import { RedisStorage } from './redis-storage.js';

const BASE = '{orch}';
let redis: TestRedis;
let client: Redis;

beforeAll(async () => {
  redis = await startRedis();
  client = new Redis(redis.url);
  const storage = await RedisStorage.open({ urls: [redis.url] });
  for (const key of ['a', 'b']) await storage.create(key, value(key));
  await storage.close();
});
afterAll(async () => {
  client.disconnect();
  await redis.stop();
});

/** Asks as the storage does; `before` is called with the number of each question. */
const asking =
  (before: (question: number) => Promise<unknown>): Ask =>
  async (call) => {
    await before(++questions);
    const state = { epoch: '', revision: 0, oldest: 0, gaps: [] };
    return call({ redis: client, server: '', state });
  };
let questions = 0;
beforeEach(() => {
  questions = 0;
});

describe('momentOf', () => {
  it('begins again when history went on elsewhere while it was collected', async () => {
    const ask = asking(async (question) => {
      // While the page is read `b` is deleted, by a change that does not survive.
      if (question === 2) await client.zrem(`${BASE}:index`, 'b');
      if (question === 3) {
        await client.zadd(`${BASE}:index`, 0, 'b');
        await client.hset(`${BASE}:meta`, 'epoch', '2-other');
      }
    });
    const moment = await momentOf(ask, BASE, '');
    expect(moment.pointers.map(([key]) => key)).toEqual(['a', 'b']);
  });

  it('is of no use when the store was emptied', async () => {
    const ask = asking(async (question) => {
      if (question === 3) await redis.cli('FLUSHALL');
    });
    await expect(momentOf(ask, BASE, '')).rejects.toMatchObject({ code: 'Unavailable' });
  });
});
