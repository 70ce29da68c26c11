import type { Clock } from '@orch/apimachinery';

/**
 * What an acknowledged write means.
 * `always`: it is in the append-only file of the server, flushed (`appendfsync always`).
 * `replicated`: besides, so many replicas have it. `everysec`: up to the last second may be lost when the machine fails.
 */
export type RedisDurability =
  | { readonly mode: 'always' }
  | { readonly mode: 'replicated'; readonly replicas: number }
  | { readonly mode: 'everysec' };

/** PEM texts. Absent: what the platform trusts, no certificate of our own. */
export interface RedisTls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** What a process shows to be let in. */
export interface RedisSecrets {
  /** Of the servers that keep data; wins over what stands in the addresses. */
  readonly password?: string;
  /** Of the Sentinels, where they ask for another. */
  readonly sentinelPassword?: string;
  readonly tls?: RedisTls;
}

/** How one control plane reaches its Redis. */
export interface RedisOptions extends RedisSecrets {
  /**
   * `redis://[user:password@]host[:port]`, `redis+sentinel://[user:password@]host[:port][,host[:port]]/name-of-the-primary`,
   * `redis+cluster://[user:password@]host[:port][,host[:port]]`; with TLS `rediss://`, `rediss+sentinel://`, `rediss+cluster://`.
   * Several: more addresses of the same Sentinels or the same cluster.
   */
  readonly urls: readonly string[];
  /** What all keys begin with, as the hash tag: `{orch}:...`. Several control planes in one Redis differ in it. Default: `orch`. */
  readonly keyPrefix?: string;
  /** Default: `always`. */
  readonly durability?: RedisDurability;
  /** Of the servers that keep data; wins over what stands in the addresses. */
  readonly username?: string;
  /** Of the Sentinels, where they ask for another. */
  readonly sentinelUsername?: string;
  /**
   * Asked before each connection, since passwords and certificates change while a process runs; wins over those given here. When it
   * rejects, that attempt to connect has failed. Default: those given here hold.
   */
  readonly secrets?: () => Promise<RedisSecrets>;
  /** How long changes stay readable for watches. Unit: milliseconds. Default: 300_000. */
  readonly historyWindowMs?: number;
  /** Wakes the trimming of history and limits waiting. Default: the machine's clock. */
  readonly clock?: Clock;
  /** Stamps the changes with that clock and not with the server's: for tests that move the clock. Default: false. */
  readonly stampWithClock?: boolean;
  /** Told of what users and operators should know. Default: nobody. */
  readonly observer?: RedisObserver;
}

/** Hears what happens between this process and Redis. Every method is optional and must not throw. */
export interface RedisObserver {
  /** A connection came, or came back after `attempts` attempts. */
  connected?(link: string, server: string, attempts: number): void;
  disconnected?(link: string, error: unknown): void;
  /** Something the operator should change, at every start. */
  warning?(text: string): void;
  /** The history went on elsewhere, at `revision`: who saw revisions between `after` and it has seen what is gone. */
  epochBegan?(after: number, revision: number): void;
  /** Watches end and whoever holds a view loads it anew. */
  rebuild?(reason: string): void;
  /** The settings of Redis became unsafe while it is in use, in other ways than before; empty: they are safe again. */
  settingsChanged?(unsafe: readonly string[]): void;
  /** After a restart of Redis the index of keys was found damaged, and repaired; or it could not be checked. */
  indexChecked?(repaired: readonly string[], failure?: unknown): void;
  /** A call of a server-side function was answered. Unit: milliseconds. */
  functionTook?(name: string, ms: number): void;
}
