import { systemClock } from '@orch/apimachinery';
import { endOnUnexpectedReplies, type RedisAddress, type RedisTarget } from '@orch/redis';
import { Redis, type RedisOptions as ClientOptions } from 'ioredis';
import DataHandler from 'ioredis/built/DataHandler.js';

import type { RedisOptions } from './redis-options.js';

endOnUnexpectedReplies(DataHandler);

const CONNECT_LIMIT_MS = 2_000;
/** Time limit for a graceful close; then the connection is dropped. */
const DISCONNECT_LIMIT_MS = 100;

/** Parsed connection settings. */
export interface Route {
  readonly target: RedisTarget;
  readonly options: RedisOptions;
  /** Prefix of all keys, braces included: determines the slot in a cluster. */
  readonly base: string;
}

/**
 * Opens a connection to the current primary: the configured server, the primary reported by the Sentinels, or the owner of the
 * slot in a cluster. It does not reconnect or queue commands: the caller handles its end.
 * @param first which of the addresses is asked first, modulo their number.
 */
export async function connectPrimary(given: Route, name: string, first = 0): Promise<Redis> {
  const route = await withSecrets(given);
  const address = await addressOf(route, first);
  return connected(new Redis({ ...clientOptions(route, name), ...address }), route.target.db);
}

async function withSecrets(route: Route): Promise<Route> {
  const { options } = route;
  if (!options.secrets) return route;
  return { ...route, options: { ...options, ...(await options.secrets()) } };
}

/** Waits for the connection. @throws the reason, which ioredis reports as an event, after closing the connection. */
async function connected(redis: Redis, db?: number): Promise<Redis> {
  let reason: unknown;
  // Without a listener ioredis prints each error; later errors reject the calls in flight.
  redis.on('error', (error) => (reason = error));
  const cancel = systemClock.setTimer(() => {
    reason ??= new Error(`no answer within ${CONNECT_LIMIT_MS} ms`);
    redis.disconnect();
  }, CONNECT_LIMIT_MS);
  try {
    await redis.connect();
    // Not left to ioredis, which would continue in database 0 when the server refuses.
    if (db) await redis.call('SELECT', db);
    return redis;
  } catch (error) {
    redis.disconnect();
    throw reason ?? error;
  } finally {
    cancel();
  }
}

function clientOptions({ target, options }: Route, name: string): ClientOptions {
  const username = options.username ?? target.username;
  const password = options.password ?? target.password;
  const tls = target.tls ? { ...options.tls } : undefined;
  return {
    lazyConnect: true,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    enableReadyCheck: false,
    autoResendUnfulfilledCommands: false,
    connectTimeout: CONNECT_LIMIT_MS,
    disconnectTimeout: DISCONNECT_LIMIT_MS,
    sentinelCommandTimeout: CONNECT_LIMIT_MS,
    disableClientInfo: true,
    protocol: 2,
    connectionName: name,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls && { tls }),
  };
}

async function addressOf(route: Route, first: number): Promise<ClientOptions> {
  const { target, options, base } = route;
  switch (target.kind) {
    case 'single':
      return { host: target.host, port: target.port };
    case 'unix':
      return { path: target.path };
    case 'sentinel':
      return {
        sentinels: startingAt(target.sentinels, first),
        name: target.name,
        role: 'master',
        ...(options.sentinelUsername !== undefined && { sentinelUsername: options.sentinelUsername }),
        ...(options.sentinelPassword !== undefined && { sentinelPassword: options.sentinelPassword }),
        ...(target.tls && { enableTLSForSentinelMode: true, sentinelTLS: { ...options.tls } }),
      };
    case 'cluster': {
      const { host, port } = await slotOwner(route, startingAt(target.nodes, first), base);
      return { host, port };
    }
  }
}

const startingAt = (addresses: readonly RedisAddress[], first: number): RedisAddress[] =>
  addresses.map((_, at) => addresses[(first + at) % addresses.length]!);

/** All keys of a control plane share a hash tag, so they are on one node. @throws the last node's error when none answers. */
async function slotOwner(route: Route, nodes: readonly RedisAddress[], base: string): Promise<RedisAddress> {
  let failure: unknown;
  for (const node of nodes) {
    const redis = new Redis({
      ...clientOptions(route, 'orch-slots'),
      commandTimeout: CONNECT_LIMIT_MS,
      host: node.host,
      port: node.port,
    });
    try {
      await connected(redis);
      const slot = (await redis.call('CLUSTER', 'KEYSLOT', base)) as number;
      const ranges = (await redis.call('CLUSTER', 'SLOTS')) as [number, number, [string, number]][];
      const owner = ranges.find(([from, upTo]) => from <= slot && slot <= upTo)?.[2];
      if (!owner) throw new Error(`no node of the cluster at ${node.host}:${node.port} has slot ${slot}`);
      // An empty address means the node itself.
      return { host: owner[0] || node.host, port: owner[1] };
    } catch (error) {
      failure = error;
    } finally {
      redis.disconnect();
    }
  }
  throw failure;
}
