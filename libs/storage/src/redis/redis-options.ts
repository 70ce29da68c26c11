import type { Clock } from '@orch/apimachinery';
import type { RedisSecrets } from '@orch/redis';

/**
 * Durability of an acknowledged write.
 * `always`: it is in the append-only file of the server, flushed (`appendfsync always`).
 * `replicated`: in addition, `replicas` replicas have it. `everysec`: up to the last second may be lost when the machine fails.
 */
export type RedisDurability =
  | { readonly mode: 'always' }
  | { readonly mode: 'replicated'; readonly replicas: number }
  | { readonly mode: 'everysec' };

/** Options of a control plane's Redis. */
export interface RedisOptions extends RedisSecrets {
  /**
   * `redis://[user:password@]host[:port]`, `redis+sentinel://[user:password@]host[:port][,host[:port]]/name-of-the-primary`,
   * `redis+cluster://[user:password@]host[:port][,host[:port]]`; with TLS `rediss://`, `rediss+sentinel://`, `rediss+cluster://`.
   * Several: more addresses of the same Sentinels or cluster.
   */
  readonly urls: readonly string[];
  /** Prefix of all keys, as the hash tag: `{orch}:...`. Must differ between control planes in one Redis. Default: `orch`. */
  readonly keyPrefix?: string;
  /** Default: `always`. */
  readonly durability?: RedisDurability;
  /** Of the data servers; overrides the addresses. */
  readonly username?: string;
  /** Of the Sentinels, if different. */
  readonly sentinelUsername?: string;
  /**
   * Called before each connection, since passwords and certificates can be rotated; overrides the options above. When it
   * rejects, the attempt to connect fails. Default: the options above.
   */
  readonly secrets?: () => Promise<RedisSecrets>;
  /** History window: how long changes stay readable for watches. Unit: milliseconds. Default: 300_000. */
  readonly historyWindowMs?: number;
  /** Timer of history trimming. Default: the machine's clock. */
  readonly clock?: Clock;
  /** Uses `clock` for timestamps of changes instead of the server's: for tests with a fake clock. Default: false. */
  readonly stampWithClock?: boolean;
  /** Receives events for logs and metrics. Default: none. */
  readonly observer?: RedisObserver;
}

/** Callbacks for events between this process and Redis. Every method is optional and must not throw. */
export interface RedisObserver {
  /** A connection was made, after `attempts` attempts. */
  connected?(link: string, server: string, attempts: number): void;
  disconnected?(link: string, error: unknown): void;
  /** A setting that the operator should change, at every start. */
  warning?(text: string): void;
  /** A new epoch began at `revision`: the revisions between `after` and it are lost. */
  epochBegan?(after: number, revision: number): void;
  /** Watches end, and caches must relist. */
  rebuild?(reason: string): void;
  /** The settings of Redis became unsafe while it is in use, or the problems changed; empty: they are safe again. */
  settingsChanged?(unsafe: readonly string[]): void;
  /** After a restart of Redis the index of keys was found damaged, and repaired; or it could not be checked. */
  indexChecked?(repaired: readonly string[], failure?: unknown): void;
  /** A call of a server-side function was answered. Unit: milliseconds. */
  functionTook?(name: string, ms: number): void;
}
