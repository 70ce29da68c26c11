import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBalancer } from '../network/balancer.js';
import { runOrch, type OrchProcess } from '../process/orch-process.js';
import { startRedis } from '../redis/test-redis.js';
import type { PlaneOrder, PlaneParts, TestServer } from './plane-parts.js';
import { splitFlags } from './split-flags.js';

const SERVERS = 2;

/**
 * Two API servers on one Redis behind a balancer; with `up` a process of all controllers that comes in through the balancer.
 * Everything lies in the data directory of the first: started again on it, it is the same control plane.
 */
export async function startOnRedis({ command, dataDir, vocabulary, flags }: PlaneOrder): Promise<PlaneParts> {
  const ending: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of ending.toReversed()) await end();
  };
  try {
    const directory = join(dataDir, 'redis');
    await mkdir(directory, { recursive: true });
    const redis = await startRedis({ directory });
    ending.push(() => redis.stop());

    const given = await splitFlags(flags);
    const common = [
      '--secure-port=0',
      `--vocabulary=${vocabulary}`,
      '--storage-backend=redis',
      `--redis-url=${redis.url}`,
    ];
    const starting = Array.from({ length: SERVERS }, async (_, n): Promise<TestServer> => {
      const ofServer = n === 0 ? dataDir : join(dataDir, `server-${n + 1}`);
      // As `up` does: one key signs all tokens of service accounts.
      const isNamed = given.server.some((flag) => flag.startsWith('--service-account-'));
      const keys = command === 'up' && !isNamed ? [`--service-account-key-file=${join(ofServer, 'pki/sa.key')}`] : [];
      const process = runOrch(['apiserver', `--data-dir=${ofServer}`, ...common, ...keys, ...given.server]);
      ending.push(() => process.stop());
      return { url: await process.ready, adminConf: join(ofServer, 'admin.conf'), dataDir: ofServer, process };
    });
    const servers = await Promise.all(starting);

    const balancer = await startBalancer(servers.map((server) => Number(new URL(server.url).port)));
    ending.push(() => balancer.stop());
    const url = `https://127.0.0.1:${balancer.port}`;
    const adminConf = join(dataDir, 'balanced.conf');
    const ofFirst = await readFile(servers[0]!.adminConf, 'utf8');
    await writeFile(adminConf, ofFirst.replaceAll(servers[0]!.url, url), { mode: 0o600 });

    if (command === 'up') {
      const controllers = startControllers(adminConf, dataDir, vocabulary, given.controllers);
      ending.push(() => controllers.stop());
      await controllers.line((line) => line === 'synced');
    }
    return { url, adminConf, servers, redis, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const startControllers = (
  adminConf: string,
  dataDir: string,
  vocabulary: string,
  flags: readonly string[],
): OrchProcess =>
  runOrch([
    'controller-manager',
    `--orchconfig=${adminConf}`,
    `--data-dir=${dataDir}`,
    `--vocabulary=${vocabulary}`,
    ...flags,
  ]);
