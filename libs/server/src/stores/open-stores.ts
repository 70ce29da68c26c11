import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import { parseRedisUrls, type RedisTarget } from '@orch/redis';
import { SharedRecords } from '@orch/registry';
import { isShared, openStorage, type RedisOptions, type Storage } from '@orch/storage';
import type { ApiServerOptions } from '../options/api-server-options.js';
import type { RedisOverride, RedisStoreOptions } from '../options/redis-store-options.js';
import { isSameRedis } from '../options/same-redis.js';
import { embeddedLog } from './embedded-log.js';
import { readRedisOptions } from './read-redis-options.js';
import { type RedisPlace, StoreOpenError } from './store-open-error.js';
import { tracedStorage } from '../tracing/traced-storage.js';
import { StoreTelemetry } from './store-telemetry.js';

/** One open store, and its telemetry. */
export interface OpenStore {
  readonly storage: Storage;
  /** Name in logs, health and metrics: `main`, or the resources it holds, `/events,/apps/deployments`. */
  readonly name: string;
  /** Resources stored here instead of in the main store. Empty for the main store. */
  readonly resources: readonly ResourceName[];
  /** Of stores on Redis. */
  readonly telemetry: StoreTelemetry | undefined;
}

export interface ResourceName {
  /** Empty for the core group. */
  readonly group: string;
  readonly resource: string;
}

/** All stores of one server. An injection token. */
export abstract class OpenStores {
  abstract readonly main: Storage;
  /** The main one first. */
  abstract readonly all: readonly OpenStore[];
  /** Set when other servers share the main store. */
  abstract readonly records: SharedRecords | undefined;
  abstract close(): Promise<void>;
}

/**
 * Opens the main store and the stores of single resources.
 * @throws as `openStorage` for the embedded store, StoreOpenError for Redis, as `readRedisOptions`; nothing stays open
 * then.
 */
export async function openStores(options: ApiServerOptions, { clock, log }: StoreDependencies): Promise<OpenStores> {
  const { storageBackend, dataDir, watchHistoryMs, redis } = options;
  if (storageBackend === 'embedded') {
    const embeddedObserver = embeddedLog(log, dataDir);
    const settings = { dataDir, historyWindowMs: watchHistoryMs, clock, embeddedObserver };
    const storage = await openStorage({ backend: 'embedded', ...settings });
    return storesOf(traced([{ storage, name: MAIN, resources: [], telemetry: undefined }], options));
  }
  if (!redis) throw new TypeError('the storage backend "redis" needs the option "redis" with the addresses');
  const settings: RedisOptions = { ...(await readRedisOptions(redis, log)), clock, historyWindowMs: watchHistoryMs };
  const openOne = async (name: string, resources: readonly ResourceName[], place: RedisPlace): Promise<OpenStore> => {
    const telemetry = new StoreTelemetry(name, clock, log);
    const own: RedisOptions = { ...settings, urls: place.urls, observer: telemetry };
    const storage = await openStorage({ backend: 'redis', dataDir, redis: own }).catch((cause: unknown) => {
      throw new StoreOpenError(place, cause);
    });
    return { storage, name, resources, telemetry };
  };
  const opening = [
    openOne(MAIN, [], { flag: 'redis-url', urls: redis.urls }),
    ...bySameServers(redis).map((overrides) => {
      const place: RedisPlace = { flag: 'redis-servers-overrides', urls: overrides[0]!.urls };
      return openOne(overrides.map(nameOf).join(','), overrides.map(resourceOf), place);
    }),
  ];
  const outcomes = await Promise.allSettled(opening);
  const opened = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) {
    await closeAll(opened);
    throw failed.reason;
  }
  return storesOf(traced(opened, options));
}

interface StoreDependencies {
  readonly clock: Clock;
  readonly log: Logger;
}

const MAIN = 'main';

/** Overrides with the same Redis and user share one store. */
function bySameServers({ overrides = [] }: RedisStoreOptions): readonly (readonly RedisOverride[])[] {
  const groups: { readonly target: RedisTarget; readonly overrides: RedisOverride[] }[] = [];
  for (const override of overrides) {
    const target = parseRedisUrls(override.urls);
    const isSame = (other: RedisTarget) =>
      isSameRedis(target, other) && target.username === other.username && target.password === other.password;
    const group = groups.find((one) => isSame(one.target));
    if (group) group.overrides.push(override);
    else groups.push({ target, overrides: [override] });
  }
  return groups.map((group) => group.overrides);
}

const nameOf = ({ group, resource }: ResourceName): string => (group === '' ? `/${resource}` : `/${group}/${resource}`);
const resourceOf = ({ group, resource }: ResourceName): ResourceName => ({ group, resource });

/** With spans for the calls of requests, where traces are configured. */
const traced = (all: readonly OpenStore[], { tracingConfigFile }: ApiServerOptions): readonly OpenStore[] =>
  tracingConfigFile === undefined ? all : all.map((store) => ({ ...store, storage: tracedStorage(store.storage) }));

const storesOf = (all: readonly OpenStore[], main = all[0]!.storage): OpenStores => ({
  main,
  all,
  records: isShared(main) ? new SharedRecords(main) : undefined,
  close: () => closeAll(all),
});

async function closeAll(stores: readonly OpenStore[]): Promise<void> {
  const closing = await Promise.allSettled(stores.map(({ storage }) => storage.close()));
  const failed = closing.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
