import { UserFacingError } from '@orch/process';
import { redisOpenErrorText } from '@orch/server';
import type { StorePlace } from './store-place.js';

/**
 * Waits for a store to be opened. A failure on Redis gets the same message as at the start of a server.
 * @throws UserFacingError for Redis; other errors unchanged.
 */
export async function opening<T>({ options }: StorePlace, opened: Promise<T>): Promise<T> {
  try {
    return await opened;
  } catch (cause) {
    const { redis } = options;
    const text = redis && redisOpenErrorText(cause, { flag: 'redis-url', urls: redis.urls });
    throw text === undefined ? cause : new UserFacingError(text, { cause });
  }
}
