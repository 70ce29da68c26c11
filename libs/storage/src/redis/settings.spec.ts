import { inspect } from 'node:util';
import { FakeClock } from '@orch/apimachinery';
import { startRedis, type TestRedis } from '@orch/testing';

import { listed, value, watched } from '../conformance/observations.js';
import type { RedisDurability, RedisOptions } from './redis-options.js';
import { assessSettings, RedisSettingsError, type ServerFacts } from './redis-settings.js';
import { RedisStorage } from './redis-storage.js';
import { Cleanups, openRedis, untilRevision } from './stores.fixture.js';

/** Minimal ACL rule for a single server or Sentinels; also in the README. */
const RULE =
  '~{orch}* +info +config|get +acl|dryrun +client|setname +function|load +fcall +wait ' +
  '+xread +xrange +xlen +hget +hmget ' +
  '+time +get +set +unlink +exists +hset +hsetnx +hdel +hincrby +hscan +zadd +zrem +zrange +xadd +xtrim';
const PASSWORD = 'a-password-of-orch';

const always: RedisDurability = { mode: 'always' };
const everysec: RedisDurability = { mode: 'everysec' };
const replicated: RedisDurability = { mode: 'replicated', replicas: 2 };

describe('assessSettings', () => {
  const safe: ServerFacts = {
    version: '7.0.15',
    connectedReplicas: 0,
    replicasMayFollow: false,
    appendOnly: true,
    appendFsync: 'always',
    skipsFsyncOnRewrite: false,
    replaysAll: true,
    maxMemoryPolicy: 'noeviction',
    maxMemory: 1_000_000,
    minReplicasToWrite: 0,
  };

  it.each<[what: string, durability: RedisDurability, facts: Partial<ServerFacts>, command: string]>([
    ['a Redis without functions', always, { version: '6.2.14' }, 'use 7.0 or newer'],
    ['eviction', always, { maxMemoryPolicy: 'allkeys-lru' }, 'CONFIG SET maxmemory-policy noeviction'],
    ['eviction', everysec, { maxMemoryPolicy: 'volatile-ttl' }, 'CONFIG SET maxmemory-policy noeviction'],
    ['no append-only file', always, { appendOnly: false }, 'CONFIG SET appendonly yes'],
    ['no append-only file', everysec, { appendOnly: false }, 'CONFIG SET appendonly yes'],
    ['no append-only file', replicated, { appendOnly: false, connectedReplicas: 2 }, 'CONFIG SET appendonly yes'],
    ['a flush each second', always, { appendFsync: 'everysec' }, 'CONFIG SET appendfsync always'],
    ['no flush while it rewrites', always, { skipsFsyncOnRewrite: true }, 'CONFIG SET no-appendfsync-on-rewrite no'],
    ['no flush', everysec, { appendFsync: 'no' }, 'CONFIG SET appendfsync everysec'],
    ['a replay without permissions', always, { replaysAll: false }, 'ACL SETUSER default off ~* &* +@all'],
    ['too few replicas', replicated, { connectedReplicas: 1 }, 'replicated=2 needs 2: start them'],
  ])('refuses %s (%j, %j) and says what to change', (_what, durability, facts, command) => {
    const { refused } = assessSettings({ ...safe, ...facts }, durability);
    expect(refused).toEqual([expect.stringContaining(command)]);
  });

  it.each<[durability: RedisDurability, facts: Partial<ServerFacts>, warning: string | undefined]>([
    [always, {}, undefined],
    [always, { version: '10.0.0' }, undefined],
    [always, { connectedReplicas: 1, minReplicasToWrite: 1 }, 'writes: --redis-durability=replicated=1 waits for'],
    [always, { connectedReplicas: 1 }, 'while it is cut off from its replicas (CONFIG SET min-replicas-to-write 1'],
    [always, { maxMemory: 0 }, 'maxmemory is 0'],
    [everysec, { appendFsync: 'everysec' }, 'the last second'],
    [everysec, { appendFsync: 'everysec', skipsFsyncOnRewrite: true }, 'the last second'],
    [replicated, { connectedReplicas: 2, minReplicasToWrite: 1 }, undefined],
    [replicated, { connectedReplicas: 2, appendFsync: 'everysec', minReplicasToWrite: 1 }, undefined],
    [replicated, { connectedReplicas: 2 }, 'CONFIG SET min-replicas-to-write 1'],
    [replicated, { connectedReplicas: 3, minReplicasToWrite: 1 }, '--redis-durability=replicated=3'],
    [replicated, { connectedReplicas: 0, replicasMayFollow: true, minReplicasToWrite: 1 }, undefined],
  ])('accepts %j with %j and warns: %s', (durability, facts, warning) => {
    const { refused, warnings } = assessSettings({ ...safe, ...facts }, durability);
    expect(refused).toEqual([]);
    expect(warnings).toEqual(warning === undefined ? [] : [expect.stringContaining(warning)]);
  });

  it('warns about a fail-over and a primary that is cut off with everysec too', () => {
    const facts = { ...safe, connectedReplicas: 2, appendFsync: 'everysec' };
    expect(assessSettings(facts, everysec).warnings).toEqual([
      expect.stringContaining('the last second'),
      expect.stringMatching(/cut off from its replicas .*: --redis-durability=replicated=2 waits/),
    ]);
  });

  it('reports all problems together', () => {
    const facts = { ...safe, appendOnly: false, maxMemoryPolicy: 'allkeys-lru', appendFsync: 'no' };
    expect(assessSettings(facts, always).refused).toHaveLength(3);
  });
});

describe('a start', () => {
  let redis: TestRedis;
  let cleanups: Cleanups;

  beforeAll(async () => {
    const users = [
      { name: 'orch', password: PASSWORD, rules: RULE },
      { name: 'blind', password: PASSWORD, rules: `${RULE} -config|get` },
      { name: 'shy', password: PASSWORD, rules: `${RULE} -acl|dryrun` },
    ];
    redis = await startRedis({ users });
  });
  afterAll(() => redis.stop());
  beforeEach(async () => {
    cleanups = new Cleanups();
    await redis.cli('ACL', 'LOG', 'RESET');
  });
  afterEach(() => cleanups.run());

  const address = () => `redis://127.0.0.1:${redis.port}`;
  const opening = (options: Partial<RedisOptions> = {}) =>
    RedisStorage.open({ urls: [address()], username: 'orch', password: PASSWORD, ...options });
  const failureOf = (options: Partial<RedisOptions> = {}): Promise<unknown> =>
    opening(options).then(
      (storage) => storage.close(),
      (error: unknown) => error,
    );

  it.each([
    ['maxmemory-policy', 'allkeys-lru', 'noeviction'],
    ['appendonly', 'no', 'yes'],
    ['appendfsync', 'everysec', 'always'],
    ['no-appendfsync-on-rewrite', 'yes', 'no'],
  ])('is refused while %s is %s', async (name, dangerous, safe) => {
    await redis.cli('CONFIG', 'SET', name, dangerous);
    const failure = await failureOf();
    await redis.cli('CONFIG', 'SET', name, safe);
    expect(failure).toBeInstanceOf(RedisSettingsError);
    expect(String(failure)).toMatch(new RegExp(`${name} is "?${dangerous}"?,`));
    expect(String(failure)).toContain(`CONFIG SET ${name} ${safe}`);
    expect(await failureOf()).toBeUndefined();
  });

  it('warns about unsafe settings that it accepts', async () => {
    const { storage, observed } = await openRedis({
      urls: [redis.url],
      username: 'orch',
      durability: everysec,
    });
    await storage.close();
    expect(observed.warnings.all.join('\n')).toMatch(/the last second.*\n.*maxmemory is 0/);
  });

  it.each([
    ['blind', '+config|get'],
    ['shy', '+acl|dryrun'],
  ])('is refused where Redis does not report %s, with the missing rule', async (username, rule) => {
    const failure = await failureOf({ username });
    expect(failure).toBeInstanceOf(RedisSettingsError);
    expect(String(failure)).toContain(rule);
  });

  it('is refused where a restart of Redis would lose writes of other users', async () => {
    await redis.cli('ACL', 'SETUSER', 'default', 'resetkeys', '~other:*');
    const failure = await failureOf();
    await redis.cli('ACL', 'SETUSER', 'default', 'resetkeys', '~*');
    expect(failure).toBeInstanceOf(RedisSettingsError);
    expect(String(failure)).toContain('ACL SETUSER default off ~* &* +@all');
  });

  it.each<[what: string, options: Partial<RedisOptions>, text: RegExp]>([
    ['a wrong password', { password: 'not-the-password' }, /WRONGPASS/],
    ['an unknown user', { username: 'unknown' }, /WRONGPASS/],
    ['no user where one is needed', { username: undefined, password: undefined }, /NOAUTH/],
    ['a right that is missing', { keyPrefix: 'other' }, /NOPERM/],
  ])('ends with what Redis says of %s, and without the password', async (_what, options, text) => {
    const failure = await failureOf(options);
    expect(failure).toBeInstanceOf(Error);
    expect(String(failure)).toMatch(text);
    const printed = inspect(failure, { depth: 9, showHidden: true });
    for (const password of [PASSWORD, 'not-the-password']) expect(printed).not.toContain(password);
  });

  it('uses only the configured database', async () => {
    const urls = [`${address()}/3`];
    expect(String(await failureOf({ urls }))).toMatch(/NOPERM/);
    await redis.cli('ACL', 'SETUSER', 'orch', '+select');
    expect(String(await failureOf({ urls: [`${address()}/99`] }))).toMatch(/ERR DB index is out of range/);
    await redis.cli('FLUSHALL');
    expect(await failureOf({ urls })).toBeUndefined();
    await redis.cli('ACL', 'SETUSER', 'orch', '-select');
    expect(String(await redis.cli('INFO', 'keyspace')).match(/^db\d+/gm)).toEqual(['db3']);
  });

  it('reports when settings become unsafe, once per change, and when they are safe again', async () => {
    const clock = new FakeClock();
    const reported: (readonly string[])[] = [];
    let wake: () => void = () => undefined;
    const settingsChanged = (unsafe: readonly string[]) => {
      reported.push(unsafe);
      wake();
    };
    const storage = cleanups.add(await opening({ clock, observer: { settingsChanged } }), (store) => store.close());
    const turn = async (policy: string, fsync: string) => {
      await redis.cli('CONFIG', 'SET', 'maxmemory-policy', policy, 'appendfsync', fsync);
      const changed = new Promise<void>((resolve) => (wake = resolve));
      clock.advance(15_000);
      await changed;
    };
    await turn('allkeys-lru', 'always');
    const eviction = expect.stringMatching(
      /^maxmemory-policy is allkeys-lru, .*: CONFIG SET maxmemory-policy noeviction$/,
    );
    expect(reported).toEqual([[eviction]]);
    expect(storage.status().unsafeSettings).toEqual([eviction]);
    await turn('allkeys-lru', 'everysec');
    expect(reported[1]).toEqual([eviction, expect.stringMatching(/^appendfsync is everysec/)]);
    await turn('noeviction', 'always');
    expect(reported.slice(2)).toEqual([[]]);
    expect(storage.status().unsafeSettings).toEqual([]);
  });

  it('works with the permissions in the README', async () => {
    const storage = cleanups.add(await opening({ historyWindowMs: 300 }), (store) => store.close());
    const watch = watched(storage.watch('', 0));
    const made = await storage.create('a', value('1'));
    const changed = await storage.replace('a', made.revision, value('2'));
    await storage.create('b', value('1'));
    await storage.delete('a', changed.revision, value('3'));
    expect(await storage.deleteRange('')).toBe(1);
    await untilRevision(watch, 5);
    expect(await storage.get('a')).toBeUndefined();
    expect(await listed(storage)).toEqual({ revision: 5, items: [] });
    while (storage.oldestRevision < 5) await storage.confirm();
    expect(await redis.cli('ACL', 'LOG', 1)).toEqual([]);
  });

  it('works with the permissions of a release without index checks, and reports that the index is not checked', async () => {
    await redis.cli('ACL', 'SETUSER', 'orch', '-hscan');
    await redis.cli('HDEL', '{orch}:meta', 'checked');
    const failures: unknown[] = [];
    const indexChecked = (_repaired: readonly string[], failure: unknown) => failures.push(failure);
    const storage = cleanups.add(await opening({ observer: { indexChecked } }), (store) => store.close());
    expect((await storage.create('a', value('1'))).revision).toBeGreaterThan(0);
    expect(failures).toEqual([expect.objectContaining({ code: 'Unavailable' })]);
    await redis.cli('ACL', 'SETUSER', 'orch', '+hscan');
    await storage.deleteRange('');
    await redis.cli('ACL', 'LOG', 'RESET');
  });

  it('fills a store with the permissions in the README, and follows it in a new epoch', async () => {
    await redis.cli('FLUSHALL');
    const storage = cleanups.add(await opening(), (store) => store.close());
    async function* items() {
      yield { key: 'a', value: Buffer.from('1'), revision: 3 };
    }
    await storage.fill(items(), 7);
    await redis.restart();
    expect(await storage.confirm()).toBeGreaterThan(7);
    expect((await listed(storage)).items).toEqual([{ key: 'a', value: '1', revision: 3 }]);
    expect(await redis.cli('ACL', 'LOG', 1)).toEqual([]);
  });
});
