import type { RedisDurability } from '@orch/storage';

/** Connection of this server to its store on Redis, as given by flags: secrets and certificates are file names. */
export interface RedisStoreOptions {
  /** Addresses of one store, as `parseRedisUrls` reads them. At least one. */
  readonly urls: readonly string[];
  /** Resources with a separate Redis. Default: none. */
  readonly overrides?: readonly RedisOverride[];
  /** Durability of an acknowledged write. Default: `always`. */
  readonly durability?: RedisDurability;
  /** Prefix of all keys: control planes that share a Redis use different ones. Default: `orch`. */
  readonly keyPrefix?: string;
  /** For data servers; takes precedence over the addresses. */
  readonly username?: string;
  readonly passwordFile?: string;
  /** For Sentinels that require a password. */
  readonly sentinelUsername?: string;
  readonly sentinelPasswordFile?: string;
  /** PEM files. Default: the authorities trusted by the platform, and no client certificate. */
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
}

/** The store of one resource. Users, certificates, prefix and durability are those of the main store. */
export interface RedisOverride {
  /** Empty for the core group. */
  readonly group: string;
  /** The plural, `events`. */
  readonly resource: string;
  readonly urls: readonly string[];
}
