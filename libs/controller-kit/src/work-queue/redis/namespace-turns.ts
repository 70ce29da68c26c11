import { parseKeyText } from '@orch/client';
import type { Queue } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';

/**
 * Keys: the prioritized and the active jobs, the last turn of each namespace, then of each key that is added its deduplication key and its next job. Arguments: the
 * namespaces of these keys. A score is a priority times 2^32 and a serial number. A key that waits already, or is to be queued again, uses no turn.
 */
const NEXT_TURNS = `
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
local newest = tonumber(redis.call('HGET', KEYS[3], '/')) or 0
local now = newest
if first then
  now = math.floor(tonumber(first) / 4294967296)
elseif redis.call('LLEN', KEYS[2]) == 0 then
  redis.call('DEL', KEYS[3])
  now, newest = 1, 1
end
local turns = {}
for i, namespace in ipairs(ARGV) do
  local last = tonumber(redis.call('HGET', KEYS[3], namespace)) or 0
  local turn = math.floor(math.min(math.max(1, now, last + 1), 2097151))
  local job = redis.call('GET', KEYS[2 + 2 * i])
  if not (job and redis.call('ZSCORE', KEYS[1], job)) and redis.call('EXISTS', KEYS[3 + 2 * i]) == 0 then
    redis.call('HSET', KEYS[3], namespace, turn)
    newest = math.max(newest, turn)
  end
  turns[i] = turn
end
redis.call('HSET', KEYS[3], '/', newest)
return turns`;

/**
 * Turns of namespaces in a queue of BullMQ, as priorities of jobs: start-time fair queueing. A key has the turn after the last one of its namespace, or the one that is
 * next in the queue if that is later, so that thousands of keys of one namespace delay those of another by one each time. The state is in Redis, for all processes, and begins again
 * when nothing is queued. BullMQ has 2,097,151 priorities: a queue with more keys than that, one after the other without a pause, is in order of arrival until it is empty.
 */
export class NamespaceTurns {
  /** @param idOf the deduplication id of a key. */
  constructor(
    private readonly queue: Queue<string>,
    private readonly connection: Redis | Cluster,
    private readonly idOf: (key: string) => string,
  ) {}

  /** The priorities of keys that are added next, in their order. */
  async next(keys: readonly string[]): Promise<readonly number[]> {
    const ids = keys.map(this.idOf);
    const names = ['prioritized', 'active', 'turns', ...ids.flatMap((id) => [`de:${id}`, `dn:${id}`])];
    const namespaces = keys.map((key) => parseKeyText(key).namespace);
    const redisKeys = names.map((name) => this.queue.toKey(name));
    return (await this.connection.eval(NEXT_TURNS, redisKeys.length, ...redisKeys, ...namespaces)) as number[];
  }
}
