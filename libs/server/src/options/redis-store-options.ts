import type { RedisDurability } from '@orch/storage';

/** How this server's store on Redis is reached, as flags say it: secrets and certificates are names of files. */
export interface RedisStoreOptions {
  /** Addresses of one store, as `parseRedisUrls` reads them. At least one. */
  readonly urls: readonly string[];
  /** Resources that lie in a Redis of their own. Default: none. */
  readonly overrides?: readonly RedisOverride[];
  /** What an answer to a write means. Default: `always`. */
  readonly durability?: RedisDurability;
  /** What all keys begin with: control planes that share a Redis differ in it. Default: `orch`. */
  readonly keyPrefix?: string;
  /** Of the servers that keep data; these win over what stands in the addresses. */
  readonly username?: string;
  readonly passwordFile?: string;
  /** Of the Sentinels, where they ask for a password. */
  readonly sentinelUsername?: string;
  readonly sentinelPasswordFile?: string;
  /** PEM files. Default: the authorities that the platform trusts, and no certificate of our own. */
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
}

/** Where the objects of one resource lie. Users, certificates, prefix and durability are those of the main store. */
export interface RedisOverride {
  /** Empty for the core group. */
  readonly group: string;
  /** The plural, `events`. */
  readonly resource: string;
  readonly urls: readonly string[];
}
