import { startRedis, type TestRedis } from '@orch/testing';
import { silentLogger } from '@orch/process';
import { workQueueContract } from '../work-queue-contract.fixture.js';
import { RedisWorkQueues } from './redis-work-queues.js';

let redis: TestRedis;
let opened: RedisWorkQueues[];
/** Each test has keys of its own. */
let tests = 0;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());
beforeEach(() => {
  opened = [];
  tests++;
});
afterEach(() => opened.forEach((queues) => queues.close()));

workQueueContract('on Redis', async (backoff) => {
  const queues = await RedisWorkQueues.open({ urls: [redis.url], keyPrefix: `test-${tests}` }, silentLogger);
  opened.push(queues);
  return queues.queue('c', backoff);
});
