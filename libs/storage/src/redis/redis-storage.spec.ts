import { FakeClock } from '@orch/apimachinery';
import { startRedis, type TestRedis } from '@orch/testing';

import { isBulkReadable } from '../bulk-readable.js';
import { isBulkWritable } from '../bulk-writable.js';
import { type ConformanceStore, storageConformance } from '../conformance/index.js';
import { RedisStorage } from './redis-storage.js';

const historyWindowMs = 60_000;
let redis: TestRedis;
let stores = 0;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

async function openStore(): Promise<ConformanceStore> {
  const clock = new FakeClock();
  const keyPrefix = `store-${++stores}`;
  const open = () => RedisStorage.open({ urls: [redis.url], keyPrefix, historyWindowMs, clock, stampWithClock: true });
  let storage = await open();
  return {
    get storage() {
      return storage;
    },
    clock,
    historyWindowMs,
    async reopen() {
      await storage.close();
      return (storage = await open());
    },
    async dispose() {
      await storage.close();
    },
  };
}

storageConformance('RedisStorage', openStore);

it('RedisStorage can be read and filled as a whole, so the suite tries both', async () => {
  const store = await openStore();
  expect([isBulkReadable(store.storage), isBulkWritable(store.storage)]).toEqual([true, true]);
  await store.dispose();
});
