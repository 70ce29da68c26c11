import { workQueueContract } from '../work-queue-contract.fixture.js';
import { RedisQueues } from './redis-queues.fixture.js';

const queues = new RedisQueues();

workQueueContract('on Redis', (backoff) => queues.open(backoff));
