import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, runCommand, startRedis, temporaryDirectory, type TestRedis } from '@orch/testing';

const ORCH = join(__dirname, '../../../bin/orch.js');

/** How a start ends that cannot go well. */
async function failedStart(flags: readonly string[]) {
  const directory = await temporaryDirectory();
  const args = ['apiserver', '--secure-port=0', '--log-format=json', `--data-dir=${directory.path}`, ...flags];
  const { status, stdout, stderr } = await runCommand(process.execPath, [ORCH, ...args]);
  const leftBehind = existsSync(join(directory.path, 'pki')) || existsSync(join(directory.path, 'admin.conf'));
  await directory.remove();
  const errors = stderr
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))
    .map((line) => (JSON.parse(line) as { message: string }).message);
  return { status, stdout, stderr, leftBehind, errors };
}

describe('a start that cannot use its Redis says why in one line, leaves nothing, and ends with status 1', () => {
  let redis: TestRedis;
  let guarded: TestRedis;
  let overTls: TestRedis;
  let unsafe: TestRedis;
  let closedPort: number;
  beforeAll(async () => {
    [redis, guarded, overTls, unsafe, closedPort] = await Promise.all([
      startRedis(),
      startRedis({ users: [{ name: 'orch', password: 'right' }] }),
      startRedis({ tls: true }),
      startRedis({ settings: { appendonly: 'no', 'maxmemory-policy': 'allkeys-lru' } }),
      freePort(),
    ]);
    await redis.cli('HSET', '{future}:meta', 'format', '99');
    // Most of them wait a while for Redis: side by side they wait at the same time.
    for (const [name, flags] of rows) starts.set(name, failedStart(['--storage-backend=redis', ...flags()]));
  });
  afterAll(() => Promise.all([redis, guarded, overTls, unsafe].map((server) => server?.stop())));

  const rows: [string, () => string[], RegExp][] = [
    ['nothing listens', () => [`--redis-url=redis://127.0.0.1:${closedPort}`], /^--redis-url: Redis at 127.0.0.1:\d+: nothing listens there: start Redis/],
    ['a wrong password', () => [`--redis-url=redis://orch:hunter2@127.0.0.1:${guarded.port}`], /does not know this user with this password/],
    ['no password', () => [`--redis-url=redis://127.0.0.1:${guarded.port}`], /requires a password: name its file with --redis-password-file/],
    ['an unknown authority', () => [`--redis-url=rediss://127.0.0.1:${overTls.port}`], /of an unknown authority: name that with --redis-ca-file/],
    ['a plain address of TLS', () => [`--redis-url=redis://127.0.0.1:${overTls.port}`], /hangs up; if it speaks TLS, use rediss:/],
    ['no cluster', () => [`--redis-url=redis+cluster://127.0.0.1:${redis.port}`], /is not a cluster/],
    ['another format', () => [`--redis-url=${redis.url}`, '--redis-key-prefix=future'], /were written in format 99, .* another --redis-key-prefix/],
    ['too few replicas', () => [`--redis-url=${redis.url}`, '--redis-durability=replicated=1'], /0 replicas are connected/],
    ['no password file', () => [`--redis-url=${redis.url}`, '--redis-password-file=/nowhere'], /^--redis-password-file: \/nowhere: there is no such file/],
    ['an override away', () => [`--redis-url=${redis.url}`, `--redis-servers-overrides=/events#redis://127.0.0.1:${closedPort}`], /^--redis-servers-overrides: Redis at 127.0.0.1:\d+: nothing listens/],
  ]; // prettier-ignore
  const starts = new Map<string, ReturnType<typeof failedStart>>();
  it.each(rows)('%s', async (name, _flags, want) => {
    const { status, stdout, stderr, leftBehind, errors } = await starts.get(name)!;
    expect(errors).toEqual([expect.stringMatching(want) as unknown]);
    expect([status, stdout, leftBehind]).toEqual([1, '', false]);
    expect(stderr).not.toMatch(/hunter2|"stack"|\\n {4}at /);
  });

  it('every setting that loses writes is named, with what to change', async () => {
    const { status, errors } = await failedStart(['--storage-backend=redis', `--redis-url=${unsafe.url}`]);
    expect(status).toBe(1);
    expect(errors).toHaveLength(1);
    expect(errors[0]!.split('\n')).toEqual([
      expect.stringContaining('--redis-url: this Redis is not safe') as unknown,
      expect.stringContaining('CONFIG SET maxmemory-policy noeviction') as unknown,
      expect.stringContaining('CONFIG SET appendonly yes') as unknown,
    ]);
  });

  it('wrong flags end with status 2', async () => {
    const wrong: [string[], string][] = [
      [['--storage-backend=redis'], 'flag --redis-url: is needed with --storage-backend=redis'],
      [['--redis-key-prefix=x'], 'flag --redis-key-prefix: is for servers on Redis: add --storage-backend=redis'],
      [
        ['--storage-backend=redis', '--redis-url=http://u:hunter2@a'],
        'flag --redis-url: must begin with one of redis://',
      ],
      [
        ['--storage-backend=redis', `--redis-url=${redis.url}`, `--redis-servers-overrides=/eventz#${guarded.url}`],
        'flag --redis-servers-overrides: no resource is stored as eventz', // found when the stores are open
      ],
    ];
    for (const [flags, want] of wrong) {
      const { status, errors, stderr } = await failedStart(flags);
      expect([status, errors]).toEqual([2, [expect.stringContaining(want) as unknown]]);
      expect(stderr).not.toContain('hunter2');
    }
  });
});
