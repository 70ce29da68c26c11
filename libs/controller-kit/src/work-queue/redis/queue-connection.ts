import { endOnUnexpectedReplies, type RedisTarget } from '@orch/redis';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import DataHandler from 'ioredis/built/DataHandler.js';
import type { SharedQueueOptions } from '../shared-queues.js';
import type { LiveSecrets } from './live-secrets.js';

endOnUnexpectedReplies(DataHandler);

/** Pauses between attempts to connect grow by the first and are at most the second. Unit: milliseconds. */
const PAUSE_STEP_MS = 100;
const MAX_PAUSE_MS = 2_000;
const CONNECT_LIMIT_MS = 5_000;
const DISCONNECT_LIMIT_MS = 100;

/** What one group of connections needs. */
export interface QueueRoute {
  readonly target: RedisTarget;
  readonly options: SharedQueueOptions;
  readonly secrets: LiveSecrets;
  /** Called with each connection, also with copies that BullMQ makes for commands that block. */
  readonly opened: (connection: Redis | Cluster) => void;
  /** Called with a `maxmemory-policy` that lets Redis drop keys. */
  readonly evicting: (policy: string) => void;
}

/** A connection that reconnects by itself until it is closed, and keeps commands meanwhile. */
export function openConnection(route: QueueRoute): Redis | Cluster {
  const { target } = route;
  return target.kind === 'cluster' ? openCluster(route, target.nodes) : openServer(route, clientOptions(route));
}

/** A connection that makes copies of its own kind, and reports a setting that BullMQ would print to the standard error. */
function openServer(route: QueueRoute, options: RedisOptions): Redis {
  const redis = new Redis(options as RedisOptions & { replyMapping?: 'legacy' });
  const info = redis.info.bind(redis) as (...args: unknown[]) => Promise<string>;
  redis.info = (async (...args: unknown[]) => withoutEviction(route, await info(...args))) as Redis['info'];
  redis.duplicate = ((override: RedisOptions = {}) =>
    openServer(route, { ...redis.options, ...override })) as Redis['duplicate'];
  route.opened(redis);
  return redis;
}

const withoutEviction = (route: QueueRoute, info: string): string =>
  info.replace(/^maxmemory_policy:(?!noeviction)(\w.*)$/m, (_line, policy: string) => {
    route.evicting(policy.trim());
    return 'maxmemory_policy:noeviction';
  });

function openCluster(route: QueueRoute, nodes: readonly { readonly host: string; readonly port: number }[]): Cluster {
  const redisOptions = clientOptions(route);
  const cluster = new Cluster([...nodes], {
    redisOptions,
    clusterRetryStrategy: (times) => {
      Object.assign(redisOptions, credentialsOf(route));
      return pauseMs(times);
    },
    // The certificate names the host: an address that DNS returned would not match.
    dnsLookup: (address, done) => done(null, address),
  });
  route.opened(cluster);
  return cluster;
}

function clientOptions(route: QueueRoute): RedisOptions {
  const { target } = route;
  return {
    ...addressOf(route),
    ...credentialsOf(route),
    ...(target.kind !== 'cluster' && target.db !== undefined && { db: target.db }),
    // BullMQ requires it: its commands wait for the next connection.
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_LIMIT_MS,
    disconnectTimeout: DISCONNECT_LIMIT_MS,
    disableClientInfo: true,
    // Called with the options of the connection, which are read at each attempt.
    retryStrategy(this: RedisOptions, times: number): number {
      Object.assign(this, credentialsOf(route));
      return pauseMs(times);
    },
    sentinelRetryStrategy(this: RedisOptions, times: number): number {
      Object.assign(this, credentialsOf(route));
      return pauseMs(times);
    },
  };
}

const pauseMs = (times: number): number => Math.min(times * PAUSE_STEP_MS, MAX_PAUSE_MS);

function addressOf({ target }: QueueRoute): RedisOptions {
  switch (target.kind) {
    case 'single':
      return { host: target.host, port: target.port };
    case 'unix':
      return { path: target.path };
    case 'sentinel':
      return { sentinels: [...target.sentinels], name: target.name, role: 'master' };
    case 'cluster':
      return {};
  }
}

function credentialsOf({ target, options, secrets: { current } }: QueueRoute): RedisOptions {
  const username = options.username ?? target.username;
  const password = current.password ?? target.password;
  const isSentinel = target.kind === 'sentinel';
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(target.tls && { tls: { ...current.tls } }),
    ...(isSentinel && options.sentinelUsername !== undefined && { sentinelUsername: options.sentinelUsername }),
    ...(isSentinel && current.sentinelPassword !== undefined && { sentinelPassword: current.sentinelPassword }),
    ...(isSentinel && target.tls && { enableTLSForSentinelMode: true, sentinelTLS: { ...current.tls } }),
  };
}
