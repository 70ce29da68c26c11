import { parseFlags, UsageError } from '@orch/process';
import type { SharedQueueOptions } from '../work-queue/shared-queues.js';
import { sharedQueueOptions, workQueueFlags } from './work-queue-flags.js';

const REDIS = '--work-queue=redis';
const URL = '--work-queue-url=redis://127.0.0.1';

function options(...argv: string[]): SharedQueueOptions | undefined {
  const parsed = parseFlags(argv, [workQueueFlags], { env: {} });
  if ('error' in parsed) throw new UsageError(parsed.error);
  return sharedQueueOptions(parsed.values, 15_000);
}

it('queues are in memory by default', () => expect(options()).toBeUndefined());

it('flags are converted to options', () =>
  expect(
    options(
      REDIS,
      '--work-queue-url=rediss+sentinel://a:1,b:2/main',
      '--work-queue-key-prefix=blue_1.x-y',
      '--work-queue-username=orch',
      '--work-queue-password-file=/p',
      '--work-queue-sentinel-username=watcher',
      '--work-queue-sentinel-password-file=/s',
      '--work-queue-ca-file=/ca',
      '--work-queue-cert-file=/cert',
      '--work-queue-key-file=/key',
    ),
  ).toEqual({
    urls: ['rediss+sentinel://a:1,b:2/main'],
    lockMs: 15_000,
    keyPrefix: 'blue_1.x-y',
    username: 'orch',
    passwordFile: '/p',
    sentinelUsername: 'watcher',
    sentinelPasswordFile: '/s',
    caFile: '/ca',
    certFile: '/cert',
    keyFile: '/key',
  }));

it.each(workQueueFlags.flags.map(({ name }) => name).filter((name) => name !== 'work-queue'))(
  '--%s needs --work-queue=redis',
  (name) => {
    expect(() => options(`--${name}=x`)).toThrow(UsageError);
    expect(() => options(`--${name}=x`)).toThrow(`flag --${name}: is for shared work queues: add --work-queue=redis`);
  },
);

it.each<[string[], string]>([
  [[], 'flag --work-queue-url: is needed with --work-queue=redis'],
  [['--work-queue-url=http://a'], 'flag --work-queue-url: must begin with one of redis://'],
  [[URL, '--work-queue-key-prefix=a{b}'], 'flag --work-queue-key-prefix: must be 1 to 64 letters'],
  [[URL, '--work-queue-username=u'], 'flag --work-queue-password-file: is needed with --work-queue-username'],
  [[URL, '--work-queue-ca-file=/ca'], 'flag --work-queue-ca-file: is for TLS'],
  [['--work-queue-url=rediss://a', '--work-queue-cert-file=/c'], 'flag --work-queue-key-file: is needed with'],
  [[URL, '--work-queue-sentinel-password-file=/p'], 'use --work-queue-url=redis+sentinel://HOST[:PORT]/NAME'],
])('rejects %j', (flags, text) => expect(() => options(REDIS, ...flags)).toThrow(text));

it('no message holds a part of the address', () => {
  expect(() => options(REDIS, '--work-queue-url=redis://u:hunter2@@/x')).toThrow(UsageError);
  expect(() => options(REDIS, '--work-queue-url=redis://u:hunter2@@/x')).not.toThrow('hunter2');
});
