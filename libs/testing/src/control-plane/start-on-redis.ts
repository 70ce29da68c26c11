import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBalancer } from '../network/balancer.js';
import { runOrch } from '../process/orch-process.js';
import { startRedis } from '../redis/test-redis.js';
import { controllerConf, type PlaneOrder, type PlaneParts, type TestServer } from './plane-parts.js';
import { serverFlags } from './server-flags.js';
import { startControllers } from './start-controllers.js';

const SERVERS = 2;

/**
 * Two API servers on one Redis behind a balancer; except for `apiserver`, also a process of all controllers that connects
 * through the balancer (`up` is the same here). All state is in the data directory of the first: a restart on it is
 * the same control plane.
 */
export async function startOnRedis(order: PlaneOrder): Promise<PlaneParts> {
  const { command, dataDir, vocabulary } = order;
  const ending: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of ending.toReversed()) await end();
  };
  try {
    const directory = join(dataDir, 'redis');
    await mkdir(directory, { recursive: true });
    const redis = await startRedis({ directory });
    ending.push(() => redis.stop());

    const common = [
      '--secure-port=0',
      `--vocabulary=${vocabulary}`,
      '--storage-backend=redis',
      `--redis-url=${redis.url}`,
    ];
    const starting = Array.from({ length: SERVERS }, async (_, n): Promise<TestServer> => {
      const ofServer = n === 0 ? dataDir : join(dataDir, `server-${n + 1}`);
      const process = runOrch(['apiserver', `--data-dir=${ofServer}`, ...common, ...serverFlags(order, ofServer)]);
      ending.push(() => process.stop());
      return { url: await process.ready, adminConf: join(ofServer, 'admin.conf'), dataDir: ofServer, process };
    });
    const servers = await Promise.all(starting);

    const balancer = await startBalancer(servers.map((server) => Number(new URL(server.url).port)));
    ending.push(() => balancer.stop());
    const url = `https://127.0.0.1:${balancer.port}`;
    const balanced = async (file: string, name: string): Promise<string> => {
      const path = join(dataDir, name);
      const ofFirst = await readFile(file, 'utf8');
      await writeFile(path, ofFirst.replaceAll(servers[0]!.url, url), { mode: 0o600 });
      return path;
    };
    const adminConf = await balanced(servers[0]!.adminConf, 'balanced.conf');
    if (command !== 'apiserver') {
      await startControllers(order, await balanced(controllerConf(dataDir), 'balanced-controllers.conf'), ending);
    }
    return { url, adminConf, servers, redis, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
