import type { Logger } from '@orch/process';
import type { RedisOptions } from '@orch/storage';
import type { RedisStoreOptions } from '../options/redis-store-options.js';
import { readRedisSecrets, secretsReadAgain } from './redis-secrets.js';

/**
 * How the driver reaches the store, with what the files hold, now and at each connection from then on.
 * @param log hears of files that cannot be read any more.
 * @throws RedisFileError; what the operating system says of a file, with its path.
 */
export async function readRedisOptions(options: RedisStoreOptions, log: Logger): Promise<RedisOptions> {
  const { urls, durability, keyPrefix, username, sentinelUsername } = options;
  const secrets = await readRedisSecrets(options);
  return {
    urls,
    ...(durability && { durability }),
    ...(keyPrefix !== undefined && { keyPrefix }),
    ...(username !== undefined && { username }),
    ...(sentinelUsername !== undefined && { sentinelUsername }),
    ...(Object.keys(secrets).length > 0 && { secrets: secretsReadAgain(options, secrets, log) }),
  };
}
