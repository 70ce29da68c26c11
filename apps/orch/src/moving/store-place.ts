import { resolve } from 'node:path';
import { UsageError, type FlagValues } from '@orch/process';
import { readRedisOptions, redisStoreOptions } from '@orch/server';
import type { StorageOptions } from '@orch/storage';
import type { storeFlags } from './store-flags.js';

type StoreFlagValues = FlagValues<typeof storeFlags>;

/** A store that is read from or written to. */
export interface StorePlace {
  readonly options: StorageOptions;
  /** As messages name it; never with a password. */
  readonly name: string;
}

/**
 * The store that flags name.
 * @throws UsageError; what reading the files of flags throws.
 */
export async function storePlace(values: StoreFlagValues): Promise<StorePlace> {
  const dataDir = resolve(values['data-dir']);
  const redis = redisStoreOptions(values);
  if (!redis) return { options: { backend: 'embedded', dataDir }, name: dataDir };
  if (redis.overrides && redis.overrides.length > 0)
    throw new UsageError(
      'flag --redis-servers-overrides: each Redis is copied on its own: leave the flag out, then run the command again with the other address in --redis-url',
    );
  const name = redis.urls.map(withoutCredentials).join(', ');
  return { options: { backend: 'redis', dataDir, redis: await readRedisOptions(redis) }, name };
}

const withoutCredentials = (url: string): string => url.replace(/\/\/[^/]*@/, '//');
