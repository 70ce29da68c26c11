import { ExplainedError } from '@orch/process';
import { explainedRedis } from '@orch/server';
import type { StorePlace } from './store-place.js';

/**
 * Waits for a store to be opened. What keeps one on Redis from that is told in the words of a server's start.
 * @throws ExplainedError for Redis; all else as it is.
 */
export async function opening<T>({ options }: StorePlace, opened: Promise<T>): Promise<T> {
  try {
    return await opened;
  } catch (cause) {
    const { redis } = options;
    const text = redis && explainedRedis(cause, { flag: 'redis-url', urls: redis.urls });
    throw text === undefined ? cause : new ExplainedError(text, { cause });
  }
}
