import { resolve } from 'node:path';
import { silentLogger, UsageError, type FlagValues } from '@orch/process';
import { readRedisOptions, redisStoreOptions } from '@orch/server';
import type { StorageOptions } from '@orch/storage';
import type { placeFlags, storeFlags } from './store-flags.js';

/** A store that is read from or written to. */
export interface StorePlace {
  readonly options: StorageOptions;
  /** For messages; never with a password. */
  readonly name: string;
}

/** Storage backend of a control plane. */
export type Backend = StorageOptions['backend'];

/**
 * The store that flags name.
 * @throws UsageError; what reading the files of flags throws.
 */
export async function storePlace(values: FlagValues<typeof storeFlags>): Promise<StorePlace> {
  redisStoreOptions(values); // refuses flags of Redis where they would mean nothing
  return placeOn(values['storage-backend'], values);
}

/**
 * The store that flags name on the given backend; flags of the other backend are ignored.
 * @throws UsageError; what reading the files of flags throws.
 */
export async function placeOn(backend: Backend, values: FlagValues<typeof placeFlags>): Promise<StorePlace> {
  const dataDir = resolve(values['data-dir']);
  const redis = backend === 'redis' && redisStoreOptions({ ...values, 'storage-backend': backend });
  if (!redis) return { options: { backend: 'embedded', dataDir }, name: dataDir };
  if (redis.overrides && redis.overrides.length > 0)
    throw new UsageError(
      'flag --redis-servers-overrides: each Redis is copied on its own: leave the flag out, then run the command again with the other address in --redis-url',
    );
  const name = redis.urls.map(withoutCredentials).join(', ');
  return { options: { backend, dataDir, redis: await readRedisOptions(redis, silentLogger) }, name };
}

const withoutCredentials = (url: string): string => url.replace(/\/\/[^/]*@/, '//');
