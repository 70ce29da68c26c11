import { join } from 'node:path';

import type { Clock } from '@orch/apimachinery';

import type { EmbeddedObserver } from './embedded/embedded-observer.js';
import { STORE_FILE } from './embedded/disk.js';
import { EmbeddedStorage } from './embedded/embedded-storage.js';
import type { RedisOptions } from './redis/redis-options.js';
import type { Storage } from './storage.js';

/** The folder of the embedded store inside the data directory. */
const STORE_FOLDER = 'store';

/** The directory of the embedded store inside a data directory. */
export const embeddedDirectory = (dataDir: string): string => join(dataDir, STORE_FOLDER);

/** The database file in that directory. */
export const embeddedStoreFile = (dataDir: string): string => join(embeddedDirectory(dataDir), STORE_FILE);

export interface StorageOptions {
  readonly backend: 'embedded' | 'redis';
  /** The server's data directory; the embedded store is in its folder `store`. */
  readonly dataDir: string;
  /** Needed for `redis`. */
  readonly redis?: RedisOptions;
  /** Of `embedded`. Default: none. */
  readonly embeddedObserver?: EmbeddedObserver;
  /** How long changes stay readable for watches. Unit: milliseconds. Default: 300_000. */
  readonly historyWindowMs?: number;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
  /** Of `embedded`: as in `EmbeddedStorageOptions`. Redis is marked as unfinished by its first write. Default: false. */
  readonly toFill?: boolean;
}

/**
 * Opens the configured store. Add new drivers here.
 * @throws FillError Unfinished. StorageError Locked, and DiskFormatError, of the embedded store. Of Redis: RedisUrlError, RedisSettingsError,
 * StorageError Unavailable, and errors of Redis about a user or a password.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { backend, dataDir, redis, embeddedObserver, historyWindowMs, clock, toFill = false } = options;
  switch (backend) {
    case 'embedded':
      return EmbeddedStorage.open({
        directory: embeddedDirectory(dataDir),
        toFill,
        ...(historyWindowMs !== undefined && { historyWindowMs }),
        ...(clock && { clock }),
        ...(embeddedObserver && { observer: embeddedObserver }),
      });
    case 'redis': {
      if (!redis) throw new TypeError('the storage backend "redis" needs its options');
      // Loaded here: a server on the embedded store does not pay for the client.
      const { RedisStorage } = await import('./redis/redis-storage.js');
      return RedisStorage.open({
        ...redis,
        ...(historyWindowMs !== undefined && { historyWindowMs }),
        ...(clock && { clock }),
      });
    }
  }
}
