import { flagGroup, type FlagValues, UsageError } from '@orch/process';
import { checkRedisAccess, parseRedisUrls, type RedisAccessFlags, type RedisTarget, redisTargetOf } from '@orch/redis';
import type { RedisDurability } from '@orch/storage';
import { parseRedisOverride, RedisOverrideError } from './redis-overrides.js';
import type { RedisOverride, RedisStoreOptions } from './redis-store-options.js';
import { isSameRedis } from './same-redis.js';

/** Flags of the store on Redis. */
export const redisFlags = flagGroup('Redis', [
  {
    name: 'redis-url',
    type: 'string[]',
    secret: true,
    commas: false,
    default: [],
    help: 'Address of Redis: redis://HOST:PORT, redis+sentinel://HOST:PORT,HOST:PORT/NAME, redis+cluster://HOST:PORT,HOST:PORT or redis+unix:///PATH, with TLS rediss://; repeatable for more Sentinels or nodes.',
  },
  {
    name: 'redis-servers-overrides',
    type: 'string[]',
    secret: true,
    commas: false,
    default: [],
    help: 'Separate Redis for a resource: /RESOURCE#URL or /GROUP/RESOURCE#URL, more addresses after ";"; repeatable.',
  },
  {
    name: 'redis-durability',
    type: 'string',
    default: undefined,
    help: 'When a write is acknowledged: always (it is on disk), replicated=N (also on N replicas), everysec (a crash may lose a second); default: always.',
  },
  {
    name: 'redis-key-prefix',
    type: 'string',
    default: undefined,
    help: 'Prefix of all keys: control planes that share a Redis use different ones; default: orch.',
  },
  { name: 'redis-username', type: 'string', default: undefined, help: 'User of the Redis servers with the data.' },
  {
    name: 'redis-password-file',
    type: 'string',
    default: undefined,
    help: 'File with the password of that user; the address may contain it too, but command lines are visible to other users.',
  },
  { name: 'redis-sentinel-username', type: 'string', default: undefined, help: 'User of the Sentinels.' },
  {
    name: 'redis-sentinel-password-file',
    type: 'string',
    default: undefined,
    help: 'File with the password of the Sentinels.',
  },
  {
    name: 'redis-ca-file',
    type: 'string',
    default: undefined,
    help: 'PEM file of the CA certificates that verify the certificates of Redis; default: those of the platform.',
  },
  {
    name: 'redis-cert-file',
    type: 'string',
    default: undefined,
    help: 'PEM file of the client certificate for Redis.',
  },
  { name: 'redis-key-file', type: 'string', default: undefined, help: 'PEM file of the key of that certificate.' },
]);

type RedisFlagValues = FlagValues<readonly [typeof redisFlags]>;

/**
 * @returns undefined with the embedded store.
 * @throws UsageError for conflicting flags and invalid addresses; never with a part of an address.
 */
export function redisStoreOptions(
  values: RedisFlagValues & { readonly 'storage-backend': string },
): RedisStoreOptions | undefined {
  if (values['storage-backend'] !== 'redis') {
    const flag = redisFlags.flags.find(({ name }) => values[name] !== undefined && values[name].length > 0);
    if (flag) throw problem(flag.name, 'is for servers on Redis: add --storage-backend=redis');
    return undefined;
  }
  const urls = values['redis-url'];
  if (urls.length === 0) {
    throw new UsageError(
      'flag --redis-url: is needed with --storage-backend=redis, such as --redis-url=redis://127.0.0.1:6379',
    );
  }
  const target = redisTargetOf('redis-url', urls);
  const overrides = values['redis-servers-overrides'].map(overrideOf);
  checkOverrides(overrides, target);
  const targets = [target, ...overrides.map((override) => parseRedisUrls(override.urls))];
  checkRedisAccess('redis', accessOf(values), targets);
  return {
    urls,
    overrides,
    durability: durabilityOf(values['redis-durability'] ?? 'always'),
    keyPrefix: keyPrefixOf(values['redis-key-prefix'] ?? 'orch'),
    ...given('username', values['redis-username']),
    ...given('passwordFile', values['redis-password-file']),
    ...given('sentinelUsername', values['redis-sentinel-username']),
    ...given('sentinelPasswordFile', values['redis-sentinel-password-file']),
    ...given('caFile', values['redis-ca-file']),
    ...given('certFile', values['redis-cert-file']),
    ...given('keyFile', values['redis-key-file']),
  };
}

const accessOf = (values: RedisFlagValues): RedisAccessFlags => ({
  username: values['redis-username'],
  'password-file': values['redis-password-file'],
  'sentinel-username': values['redis-sentinel-username'],
  'sentinel-password-file': values['redis-sentinel-password-file'],
  'ca-file': values['redis-ca-file'],
  'cert-file': values['redis-cert-file'],
  'key-file': values['redis-key-file'],
});

const given = <K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: string });

const problem = (flag: keyof RedisFlagValues, text: string): UsageError => new UsageError(`flag --${flag}: ${text}`);

function overrideOf(text: string): RedisOverride {
  try {
    const override = parseRedisOverride(text);
    redisTargetOf('redis-servers-overrides', override.urls);
    return override;
  } catch (error) {
    if (error instanceof RedisOverrideError) throw problem('redis-servers-overrides', error.message);
    throw error;
  }
}

/** Each resource has one store, and no override is the main store. */
function checkOverrides(overrides: readonly RedisOverride[], main: RedisTarget): void {
  const seen = new Set<string>();
  for (const { group, resource, urls } of overrides) {
    const name = `${group}/${resource}`;
    if (seen.has(name)) throw problem('redis-servers-overrides', `${name} is given twice: leave one out`);
    seen.add(name);
    if (isSameRedis(parseRedisUrls(urls), main))
      throw problem(
        'redis-servers-overrides',
        `${name} is given the Redis of --redis-url, which it uses anyway: leave it out`,
      );
  }
}

function durabilityOf(text: string): RedisDurability {
  if (text === 'always' || text === 'everysec') return { mode: text };
  const replicas = Number(/^replicated=([1-9]\d?)$/.exec(text)?.[1]);
  if (Number.isNaN(replicas))
    throw problem('redis-durability', 'must be always, replicated=N with a number of replicas from 1 on, or everysec');
  return { mode: 'replicated', replicas };
}

/** Braces would form another hash tag, colons the prefix of another control plane. */
function keyPrefixOf(text: string): string {
  if (/^[A-Za-z0-9._-]{1,64}$/.test(text)) return text;
  throw problem('redis-key-prefix', 'must be 1 to 64 letters, digits, "-", "_" and "."');
}
