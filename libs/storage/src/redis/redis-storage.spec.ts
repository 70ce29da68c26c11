import { startRedis, type TestRedis } from '@orch/testing';

import { isBulkReadable } from '../bulk-readable.js';
import { isBulkWritable } from '../bulk-writable.js';
import { type ConformanceStore, conformanceStore, storageConformance } from '../conformance/index.js';
import { RedisStorage } from './redis-storage.js';

let redis: TestRedis;
let stores = 0;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

function openStore(): Promise<ConformanceStore> {
  const keyPrefix = `store-${++stores}`;
  return conformanceStore((settings) =>
    RedisStorage.open({ urls: [redis.url], keyPrefix, stampWithClock: true, ...settings }),
  );
}

storageConformance('RedisStorage', openStore);

it('RedisStorage supports bulk reads and bulk writes, so the suite covers both', async () => {
  const store = await openStore();
  expect([isBulkReadable(store.storage), isBulkWritable(store.storage)]).toEqual([true, true]);
  await store.dispose();
});
