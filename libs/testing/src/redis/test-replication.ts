import { makeRedisCertificates } from './redis-certificates.js';
import type { RedisCertificates, TestRedisOptions } from './redis-options.js';
import { startRedisWith, type TestRedis } from './test-redis.js';

/** A primary and those that follow it. */
export interface TestReplication {
  readonly primary: TestRedis;
  readonly replicas: readonly TestRedis[];
  /** All of them, the first primary first. */
  readonly servers: readonly TestRedis[];
  readonly certificates: RedisCertificates | undefined;
  stop(): Promise<void>;
}

/** Starts a primary with replicas that have caught up. Default: 2 replicas. */
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
    // Answers when so many have said how far they are: from then on they count for WAIT.
    await primary.cli('WAIT', count, 10_000);
    return { primary, replicas, servers, certificates, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
