import type { Logger } from '@orch/process';
import { readRedisSecrets, reloadedSecrets } from '@orch/redis';
import type { RedisOptions } from '@orch/storage';
import type { RedisStoreOptions } from '../options/redis-store-options.js';

/**
 * Options of the driver, with the contents of the files, read now and again at each connection.
 * @param log receives errors of files that can no longer be read.
 * @throws RedisFileError; errors of the operating system, with the path.
 */
export async function readRedisOptions(options: RedisStoreOptions, log: Logger): Promise<RedisOptions> {
  const { urls, durability, keyPrefix, username, sentinelUsername } = options;
  const secrets = await readRedisSecrets(options, 'redis');
  return {
    urls,
    ...(durability && { durability }),
    ...(keyPrefix !== undefined && { keyPrefix }),
    ...(username !== undefined && { username }),
    ...(sentinelUsername !== undefined && { sentinelUsername }),
    ...(Object.keys(secrets).length > 0 && { secrets: reloadedSecrets(options, 'redis', secrets, log) }),
  };
}
