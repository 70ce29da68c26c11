import { freePort } from '../network/free-port.js';
import { makeRedisCertificates } from './redis-certificates.js';
import type { TestRedisOptions } from './redis-options.js';
import { startRedisWith, type TestRedis } from './test-redis.js';

/** Number of hash slots of a cluster. */
const SLOTS = 16_384;

/** A Redis Cluster on 127.0.0.1, with the slots distributed over the nodes. */
export interface TestRedisCluster {
  /** `redis+cluster://...` with all nodes. */
  readonly url: string;
  readonly nodes: readonly TestRedis[];
  /** The node of the slot of a key. */
  nodeOf(key: string): Promise<TestRedis>;
  stop(): Promise<void>;
}

/** Starts nodes, assigns the slots and waits until each node serves. */
export async function startRedisCluster(count: number, options: TestRedisOptions = {}): Promise<TestRedisCluster> {
  const certificates = options.tls ? await makeRedisCertificates() : undefined;
  const nodes: TestRedis[] = [];
  const busPorts: number[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()));
  };
  try {
    for (let n = 0; n < count; n++) {
      const busPort = await freePort();
      busPorts.push(busPort);
      const settings = {
        'cluster-enabled': 'yes',
        'cluster-port': String(busPort),
        'cluster-node-timeout': '2000',
        ...options.settings,
      };
      nodes.push(await startRedisWith({ ...options, settings }, certificates));
    }
    const first = (n: number): number => Math.floor((n * SLOTS) / count);
    for (const [n, node] of nodes.entries()) {
      await node.cli('CLUSTER', 'SET-CONFIG-EPOCH', n + 1);
      await node.cli('CLUSTER', 'ADDSLOTSRANGE', first(n), first(n + 1) - 1);
    }
    for (const [n, node] of nodes.slice(1).entries()) {
      await nodes[0]!.cli('CLUSTER', 'MEET', '127.0.0.1', node.port, busPorts[n + 1]!);
    }
    await Promise.all(nodes.map((node) => node.logged('Cluster state changed: ok')));
  } catch (error) {
    await stop();
    throw error;
  }
  const [scheme, rest] = nodes[0]!.url.split('://') as [string, string];
  const login = rest.includes('@') ? rest.slice(0, rest.indexOf('@') + 1) : '';
  return {
    url: `${scheme}+cluster://${login}${nodes.map((node) => `127.0.0.1:${node.port}`).join(',')}`,
    nodes,
    nodeOf: async (key) => {
      const slot = Number(await nodes[0]!.cli('CLUSTER', 'KEYSLOT', key));
      return nodes[Math.floor(((slot + 1) * count - 1) / SLOTS)]!;
    },
    stop,
  };
}
