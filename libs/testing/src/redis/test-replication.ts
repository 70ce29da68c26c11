import { makeRedisCertificates } from './redis-certificates.js';
import type { RedisCertificates, TestRedisOptions } from './redis-options.js';
import { startRedisWith, type TestRedis } from './test-redis.js';

/** A primary and its replicas. */
export interface TestReplication {
  readonly primary: TestRedis;
  readonly replicas: readonly TestRedis[];
  /** All servers, the initial primary first. */
  readonly servers: readonly TestRedis[];
  readonly certificates: RedisCertificates | undefined;
  stop(): Promise<void>;
}

/** Starts a primary with synchronized replicas. Default: 2 replicas. */
export async function startReplication(
  options: TestRedisOptions & { readonly replicas?: number } = {},
): Promise<TestReplication> {
  const { replicas: count = 2, ...each } = options;
  const certificates = each.tls ? await makeRedisCertificates() : undefined;
  const servers: TestRedis[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    const primary = await startRedisWith(each, certificates);
    servers.push(primary);
    const following = { ...each, settings: { ...each.settings, replicaof: `127.0.0.1 ${primary.port}` } };
    for (let n = 0; n < count; n++) servers.push(await startRedisWith(following, certificates));
    const replicas = servers.slice(1);
    await Promise.all(replicas.map((replica) => replica.logged('sync: Finished with success')));
    // Returns when `count` replicas have acknowledged their offset: from then on they count for WAIT.
    await primary.cli('WAIT', count, 10_000);
    return { primary, replicas, servers, certificates, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
