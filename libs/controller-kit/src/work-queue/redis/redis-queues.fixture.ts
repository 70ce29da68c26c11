import { silentLogger } from '@orch/process';
import { startRedis, type TestRedis } from '@orch/testing';
import type { RateLimiterOptions } from '../rate-limiter.js';
import type { RedisWorkQueue } from './redis-work-queue.js';
import { RedisWorkQueues } from './redis-work-queues.js';

/** Queues on a server of the test file: each test has keys of its own, and its queues are closed after it. */
export class RedisQueues {
  server!: TestRedis;
  private opened: RedisWorkQueues[] = [];
  private tests = 0;

  /** Called where tests are declared. */
  constructor() {
    beforeAll(async () => {
      this.server = await startRedis();
    });
    afterAll(() => this.server.stop());
    beforeEach(() => this.tests++);
    afterEach(() => this.opened.splice(0).forEach((queues) => queues.close()));
  }

  /** The queue of a test as a process has it. */
  async open(backoff?: RateLimiterOptions): Promise<RedisWorkQueue> {
    const keyPrefix = `test-${this.tests}`;
    const queues = await RedisWorkQueues.open({ urls: [this.server.url], keyPrefix }, silentLogger);
    this.opened.push(queues);
    return queues.queue('c', backoff);
  }
}
