import { flagGroup, UsageError, type FlagValues } from '@orch/process';
import { checkRedisAccess, redisTargetOf } from '@orch/redis';
import type { SharedQueueOptions } from '../work-queue/shared-queues.js';

/** Flags of the work queue, of every process that runs controllers. */
export const workQueueFlags = flagGroup('Work queue', [
  {
    name: 'work-queue',
    type: 'string',
    default: 'memory',
    choices: ['memory', 'redis'],
    help: 'Where keys wait to be reconciled: memory, of each process; redis, where all processes with the same controllers share the work without leader election.',
  },
  {
    name: 'work-queue-url',
    type: 'string[]',
    secret: true,
    commas: false,
    default: [],
    help: 'Address of the Redis of shared work queues, written as --redis-url of the API server; repeatable for more Sentinels or nodes.',
  },
  {
    name: 'work-queue-key-prefix',
    type: 'string',
    default: undefined,
    help: 'Prefix of all keys of shared work queues: control planes that share a Redis use different ones; default: orch.',
  },
  { name: 'work-queue-username', type: 'string', default: undefined, help: 'User of the Redis servers.' },
  {
    name: 'work-queue-password-file',
    type: 'string',
    default: undefined,
    help: 'File with the password of that user; the address may contain it too, but command lines are visible to other users.',
  },
  { name: 'work-queue-sentinel-username', type: 'string', default: undefined, help: 'User of the Sentinels.' },
  {
    name: 'work-queue-sentinel-password-file',
    type: 'string',
    default: undefined,
    help: 'File with the password of the Sentinels.',
  },
  {
    name: 'work-queue-ca-file',
    type: 'string',
    default: undefined,
    help: 'PEM file of the CA certificates that verify the certificates of Redis; default: those of the platform.',
  },
  {
    name: 'work-queue-cert-file',
    type: 'string',
    default: undefined,
    help: 'PEM file of the client certificate for Redis.',
  },
  { name: 'work-queue-key-file', type: 'string', default: undefined, help: 'PEM file of the key of that certificate.' },
]);

type WorkQueueFlagValues = FlagValues<readonly [typeof workQueueFlags]>;

/**
 * @param lockMs see {@link SharedQueueOptions.lockMs}.
 * @returns undefined for queues in memory.
 * @throws UsageError for conflicting flags and invalid addresses; never with a part of an address.
 */
export function sharedQueueOptions(values: WorkQueueFlagValues, lockMs: number): SharedQueueOptions | undefined {
  if (values['work-queue'] === 'memory') {
    const flag = workQueueFlags.flags.find(
      ({ name }) => name !== 'work-queue' && values[name] !== undefined && values[name].length > 0,
    );
    if (flag) throw problem(flag.name, 'is for shared work queues: add --work-queue=redis');
    return undefined;
  }
  const urls = values['work-queue-url'];
  if (urls.length === 0) {
    throw problem(
      'work-queue-url',
      'is needed with --work-queue=redis, such as --work-queue-url=redis://127.0.0.1:6379',
    );
  }
  const access = {
    username: values['work-queue-username'],
    'password-file': values['work-queue-password-file'],
    'sentinel-username': values['work-queue-sentinel-username'],
    'sentinel-password-file': values['work-queue-sentinel-password-file'],
    'ca-file': values['work-queue-ca-file'],
    'cert-file': values['work-queue-cert-file'],
    'key-file': values['work-queue-key-file'],
  };
  checkRedisAccess('work-queue', access, [redisTargetOf('work-queue-url', urls)]);
  return {
    urls,
    lockMs,
    ...given('keyPrefix', keyPrefixOf(values['work-queue-key-prefix'])),
    ...given('username', access.username),
    ...given('passwordFile', access['password-file']),
    ...given('sentinelUsername', access['sentinel-username']),
    ...given('sentinelPasswordFile', access['sentinel-password-file']),
    ...given('caFile', access['ca-file']),
    ...given('certFile', access['cert-file']),
    ...given('keyFile', access['key-file']),
  };
}

const given = <K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: string });

const problem = (flag: keyof WorkQueueFlagValues, text: string): UsageError =>
  new UsageError(`flag --${flag}: ${text}`);

/** Braces would form another hash tag, colons the prefix of another control plane. */
function keyPrefixOf(text: string | undefined): string | undefined {
  if (text === undefined || /^[A-Za-z0-9._-]{1,64}$/.test(text)) return text;
  throw problem('work-queue-key-prefix', 'must be 1 to 64 letters, digits, "-", "_" and "."');
}
