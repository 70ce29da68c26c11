import { helpText, parseFlags, UsageError } from '@orch/process';
import { apiServerFlags, optionsFromFlags } from './flags.js';
import type { RedisStoreOptions } from './redis-store-options.js';

const REDIS = '--storage-backend=redis';
const URL = '--redis-url=redis://127.0.0.1';

function redis(...argv: string[]): RedisStoreOptions | undefined {
  const parsed = parseFlags(argv, apiServerFlags, { env: {} });
  if ('error' in parsed) throw new UsageError(parsed.error);
  return optionsFromFlags(parsed.values).redis;
}

describe('flags of a server with Redis', () => {
  it('are absent with the embedded store', () => expect(redis()).toBeUndefined());
  it('have safe defaults', () =>
    expect(redis(REDIS, URL)).toEqual({
      urls: ['redis://127.0.0.1'],
      overrides: [],
      durability: { mode: 'always' },
      keyPrefix: 'orch',
    }));
  it('are converted to options; addresses may contain commas', () =>
    expect(
      redis(
        REDIS,
        '--redis-url=rediss+sentinel://a:1,b:2/main',
        '--redis-url=rediss+sentinel://c/main',
        '--redis-servers-overrides=/events#rediss://e',
        '--redis-servers-overrides=/apps/deployments#rediss+cluster://x,y;rediss+cluster://z',
        '--redis-durability=replicated=2',
        '--redis-key-prefix=blue_1.x-y',
        '--redis-username=orch',
        '--redis-password-file=/p',
        '--redis-sentinel-username=watcher',
        '--redis-sentinel-password-file=/s',
        '--redis-ca-file=/ca',
        '--redis-cert-file=/cert',
        '--redis-key-file=/key',
      ),
    ).toEqual({
      urls: ['rediss+sentinel://a:1,b:2/main', 'rediss+sentinel://c/main'],
      overrides: [
        { group: '', resource: 'events', urls: ['rediss://e'] },
        { group: 'apps', resource: 'deployments', urls: ['rediss+cluster://x,y', 'rediss+cluster://z'] },
      ],
      durability: { mode: 'replicated', replicas: 2 },
      keyPrefix: 'blue_1.x-y',
      username: 'orch',
      passwordFile: '/p',
      sentinelUsername: 'watcher',
      sentinelPasswordFile: '/s',
      caFile: '/ca',
      certFile: '/cert',
      keyFile: '/key',
    }));
  it('everysec is accepted', () =>
    expect(redis(REDIS, URL, '--redis-durability=everysec')?.durability).toEqual({ mode: 'everysec' }));
  it('have their own group in the help', () => {
    const help = helpText({ command: 'orch apiserver', summary: '' }, apiServerFlags);
    expect(help).toMatch(/\nRedis:\n {2}--redis-url strings/);
    expect(help).toMatch(/--storage-backend embedded\|redis .*\(default embedded\)/);
  });

  const withoutRedis: string[] = [
    URL,
    '--redis-servers-overrides=/events#redis://e',
    '--redis-durability=always',
    '--redis-key-prefix=orch',
    '--redis-username=u',
    '--redis-password-file=/p',
    '--redis-sentinel-username=u',
    '--redis-sentinel-password-file=/p',
    '--redis-ca-file=/ca',
    '--redis-cert-file=/ca',
    '--redis-key-file=/ca',
  ];
  it.each(withoutRedis)('%s needs --storage-backend=redis', (flag) => {
    expect(() => redis(flag)).toThrow(UsageError);
    expect(() => redis(flag)).toThrow(
      `flag ${flag.slice(0, flag.indexOf('='))}: is for servers on Redis: add --storage-backend=redis`,
    );
  });
  it('every flag is covered by these tests', () => {
    const names = apiServerFlags.find(({ title }) => title === 'Redis')!.flags.map(({ name }) => `--${name}`);
    expect(withoutRedis.map((flag) => flag.slice(0, flag.indexOf('=')))).toEqual(names);
  });
});

describe('invalid flags of Redis prevent the start', () => {
  const sentinel = '--redis-url=redis+sentinel://a/main';
  const tls = '--redis-url=rediss://a';
  const rows: [flags: string[], flag: string, text: string][] = [
    [[], 'redis-url', 'is needed with --storage-backend=redis'],
    [['--redis-url=http://a'], 'redis-url', 'must begin with one of redis://, rediss://, redis+sentinel://'],
    [['--redis-url='], 'redis-url', 'must begin with one of'],
    [['--redis-url=redis+sentinel://a'], 'redis-url', 'Sentinels need the name of the primary'],
    [[URL, '--redis-url=redis://b'], 'redis-url', 'names several single servers'],
    [[URL, '--redis-servers-overrides=events'], 'redis-servers-overrides', 'must be /RESOURCE#URL'],
    [[URL, '--redis-servers-overrides=/events#'], 'redis-servers-overrides', 'needs an address after "#"'],
    [[URL, '--redis-servers-overrides=/a/b/c#redis://b'], 'redis-servers-overrides', 'must be /RESOURCE#URL'],
    [[URL, '--redis-servers-overrides=/Events#redis://b'], 'redis-servers-overrides', 'must be /RESOURCE#URL'],
    [[URL, '--redis-servers-overrides=/events#http://b'], 'redis-servers-overrides', 'must begin with one of'],
    [
      [URL, '--redis-servers-overrides=/events#redis://b', '--redis-servers-overrides=/events#redis://c'],
      'redis-servers-overrides',
      '/events is given twice',
    ],
    [
      [URL, '--redis-servers-overrides=/events#redis://:pw@127.0.0.1:6379'],
      'redis-servers-overrides',
      '/events is given the Redis of --redis-url',
    ],
    [
      [URL, '--redis-servers-overrides=/events#redis://localhost'],
      'redis-servers-overrides',
      '/events is given the Redis of --redis-url, which it uses anyway: leave it out',
    ],
    [[URL, '--redis-durability=sometimes'], 'redis-durability', 'must be always, replicated=N'],
    [[URL, '--redis-durability=replicated'], 'redis-durability', 'must be always, replicated=N'],
    [[URL, '--redis-durability=replicated=0'], 'redis-durability', 'must be always, replicated=N'],
    [[URL, '--redis-key-prefix=a{b}'], 'redis-key-prefix', 'must be 1 to 64 letters'],
    [[URL, '--redis-key-prefix='], 'redis-key-prefix', 'must be 1 to 64 letters'],
    [[URL, '--redis-username=u'], 'redis-password-file', 'is needed with --redis-username'],
    [['--redis-url=redis://u@a'], 'redis-password-file', 'is needed with the user in the address'],
    [[URL, '--redis-sentinel-username=u'], 'redis-sentinel-username', 'is for Sentinels'],
    [[URL, '--redis-sentinel-password-file=/p'], 'redis-sentinel-password-file', 'is for Sentinels'],
    [[sentinel, '--redis-sentinel-username=u'], 'redis-sentinel-password-file', 'is needed with --redis-sentinel-us'],
    [[URL, '--redis-ca-file=/ca'], 'redis-ca-file', 'is for TLS, which the address does not select: use rediss://'],
    [[URL, '--redis-cert-file=/ca'], 'redis-cert-file', 'is for TLS'],
    [[tls, '--redis-cert-file=/c'], 'redis-key-file', 'is needed with --redis-cert-file'],
    [[tls, '--redis-key-file=/k'], 'redis-cert-file', 'is needed with --redis-key-file'],
  ];
  it.each(rows)('%j', (flags, flag, text) => {
    expect(() => redis(REDIS, ...flags)).toThrow(UsageError);
    expect(() => redis(REDIS, ...flags)).toThrow(`flag --${flag}: ${text}`);
  });

  it('without any part of the address', () => {
    for (const flag of [
      '--redis-url=redis://u:hunter2@@/x',
      '--redis-servers-overrides=/events#redis://u:hunter2@a:x',
    ]) {
      let message = '';
      try {
        redis(REDIS, URL, flag);
      } catch (error) {
        message = String(error);
      }
      expect(message).toContain('UsageError');
      expect(message).not.toContain('hunter2');
    }
  });
});
