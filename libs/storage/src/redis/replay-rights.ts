import type { Redis } from 'ioredis';

import { isReplyError } from './reply-error.js';
import { RedisSettingsError } from './redis-settings.js';

/** Write commands of the functions, each with its arguments after the key. */
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
 * Whether a restart replays all writes. Redis, up to its releases of 2025, replays its append-only file as the user `default`, and
 * silently skips commands that this user may not run: all writes of our functions.
 * @param user our user; undefined: `default`, which can replay its own commands.
 * @throws RedisSettingsError when our user may not run `ACL DRYRUN`.
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
      `Redis does not report the permissions of its user 'default' (${error.message}): allow this user ACL DRYRUN (ACL SETUSER name +acl|dryrun)`,
    );
  }
}
