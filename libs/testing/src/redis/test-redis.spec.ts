import { startRedis } from './test-redis.js';
import { startRedisCluster } from './test-redis-cluster.js';
import { startReplication } from './test-replication.js';
import { startSentinels } from './test-sentinels.js';

/** Stops the servers in any case. */
async function using<T extends { stop(): Promise<void> }>(starting: Promise<T>, test: (part: T) => Promise<void>) {
  const part = await starting;
  try {
    await test(part);
  } finally {
    await part.stop();
  }
}

describe('startRedis', () => {
  it('keeps its port and data after a kill', () =>
    using(startRedis(), async (redis) => {
      const { port, pid } = redis;
      await redis.cli('SET', 'a', '1');
      await redis.kill();
      await expect(redis.cli('GET', 'a')).rejects.toThrow('ECONNREFUSED');
      await redis.restart();
      expect(await redis.cli('GET', 'a')).toBe('1');
      expect([redis.port, redis.pid === pid]).toEqual([port, false]);
    }));
  it('is durable by default', () =>
    using(startRedis({ settings: { appendfsync: 'everysec' } }), async (redis) => {
      expect(await redis.cli('CONFIG', 'GET', 'append*ly')).toEqual(['appendonly', 'yes']);
      expect(await redis.cli('CONFIG', 'GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
      expect(await redis.cli('CONFIG', 'GET', 'appendfsync')).toEqual(['appendfsync', 'everysec']);
    }));
  it('does not respond while paused, and responds after resume', () =>
    using(startRedis(), async (redis) => {
      redis.pause();
      let isPaused = true;
      const answer = redis.cli('PING').then((text) => [text, isPaused]);
      await new Promise((resolve) => setImmediate(resolve));
      isPaused = false;
      redis.resume();
      expect(await answer).toEqual(['PONG', false]);
    }));
  it.each([true, 'mutual'] as const)('serves TLS (%s) with users', (tls) =>
    using(startRedis({ tls, users: [{ name: 'orch', password: 'p/w', rules: '~x:* +get' }] }), async (redis) => {
      expect(redis.url).toBe(`rediss://orch:p%2Fw@127.0.0.1:${redis.port}`);
      expect(await redis.cli('ACL', 'WHOAMI')).toBe('tester');
      expect(redis.certificates?.ca).toContain('BEGIN CERTIFICATE');
    }),
  );
  it('reports why it did not start', () =>
    expect(startRedis({ settings: { 'no-such-setting': '1' } })).rejects.toThrow(/no-such-setting/));
});

it.concurrent('startReplication: a write is at both replicas when it was waited for', () =>
  using(startReplication({ replicas: 2 }), async ({ primary, replicas }) => {
    await primary.cli('SET', 'a', '1');
    await primary.cli('WAIT', 2, 0);
    for (const replica of replicas) expect(await replica.cli('GET', 'a')).toBe('1');
  }));

const user = { name: 'orch', password: 'secret' };
it.concurrent.each([
  ['plain', {}, {}],
  ['TLS and users', { tls: true, users: [user] }, { user }],
])('startSentinels: another server takes over when the primary is killed (%s)', (_, redisOptions, sentinelOptions) =>
  using(startReplication(redisOptions), (replication) =>
    using(startSentinels(3, replication, sentinelOptions), async (sentinels) => {
      const { primary } = replication;
      expect(await sentinels.primaryAddress()).toEqual({ host: '127.0.0.1', port: primary.port });
      await primary.kill();
      await sentinels.untilPrimaryIsNot(primary.port);
      const { port } = await sentinels.primaryAddress();
      expect(replication.replicas.map((replica) => replica.port)).toContain(port);
    }),
  ),
);

it.concurrent.each([false, true])('startRedisCluster: every slot is served (TLS: %s)', (tls) =>
  using(startRedisCluster(3, { tls }), async (cluster) => {
    const found = new Set<number>();
    for (let n = 0; n < 20; n++) {
      const node = await cluster.nodeOf(`{key-${n}}`);
      expect(await node.cli('SET', `{key-${n}}`, n)).toBe('OK');
      found.add(node.port);
    }
    expect(found.size).toBe(3);
  }),
);
