import type { Redis } from 'ioredis';

import { isReplyError } from './reply-error.js';
import { RedisSettingsError } from './redis-settings.js';

/** What the functions write by, each with what it takes behind its key. */
const WRITES: readonly (readonly string[])[] = [
  ['SET', ''],
  ['UNLINK'],
  ['HSET', 'f', ''],
  ['HSETNX', 'f', ''],
  ['HDEL', 'f'],
  ['HINCRBY', 'f', '1'],
  ['ZADD', '0', 'm'],
  ['ZREM', 'm'],
  ['XADD', '*', 'f', ''],
  ['XTRIM', 'MINID', '1'],
];

/**
 * Whether a restart finds again what was written. Redis, up to its releases of 2025, replays the steps of its append-only file as the user
 * `default`, and leaves out those that this user may not do: without a word to anybody, all that our functions wrote.
 * @param user Who we are; undefined: `default` itself, who did what is replayed.
 * @throws RedisSettingsError when this user may not ask.
 */
export async function mayReplay(redis: Redis, base: string, user: string | undefined): Promise<boolean> {
  if (user === undefined || user === 'default') return true;
  try {
    const answers = await Promise.all(
      WRITES.map(([name = '', ...rest]) => redis.call('ACL', 'DRYRUN', 'default', name, `${base}:meta`, ...rest)),
    );
    return answers.every((answer) => answer === 'OK');
  } catch (error) {
    if (!isReplyError(error)) throw error;
    throw new RedisSettingsError(
      `Redis does not tell what its user 'default' may do (${error.message}): allow this user to ask (ACL SETUSER name +acl|dryrun)`,
    );
  }
}
