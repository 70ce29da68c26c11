import { join } from 'node:path';
import { runOrch } from '../process/orch-process.js';
import { controllerConf, type PlaneOrder, type PlaneParts } from './plane-parts.js';
import { serverFlags } from './server-flags.js';
import { startControllers } from './start-controllers.js';

/** One API server on an embedded store, without controllers, with a controller process, or with both started by `up`. */
export async function startEmbedded(order: PlaneOrder): Promise<PlaneParts> {
  const { command, dataDir, vocabulary } = order;
  const ending: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of ending.toReversed()) await end();
  };
  const process = runOrch([
    command === 'up' ? 'up' : 'apiserver',
    '--secure-port=0',
    `--data-dir=${dataDir}`,
    `--vocabulary=${vocabulary}`,
    ...(command === 'up' ? [...order.flags, ...order.controllerFlags] : serverFlags(order, dataDir)),
  ]);
  ending.push(() => process.stop());
  try {
    const url = await process.ready;
    const adminConf = join(dataDir, 'admin.conf');
    if (command === 'managed') await startControllers(order, controllerConf(dataDir), ending);
    return { url, adminConf, servers: [{ url, adminConf, dataDir, process }], redis: undefined, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
