import { startApiServer } from './api-server.mjs';
import { startReferenceServer } from './reference-server.mjs';

/** Group and annotation names as the reference server has them, so that both are sent the same objects. */
const SAME_NAMES = '--vocabulary=kubernetes';

/**
 * A server under measurement: Orch, or the reference server.
 * @typedef {object} Contender
 * @property {string} name
 * @property {number} pid of the server
 * @property {number[]} pids of the server and, where it is a process of its own, its store
 * @property {string} url
 * @property {number} readyMs
 * @property {() => Promise<void>} settle waits until a change of the admission configuration holds
 * @property {() => Promise<void>} restart starts it again on what it stored
 * @property {() => Promise<void>} stop
 */

/**
 * Orch, and where its program is given the reference server, both with the same names of groups.
 * @param {Pick<import('../measurements/measurements.mjs').Env, 'root' | 'folder' | 'reference'>} env
 * @param {string} name of the folder that takes their files
 * @param {(folder: string) => readonly string[]} [flags] for both; they get the folder of each
 * @returns {Promise<Contender[]>}
 */
export async function startContenders({ root, folder, reference }, name, flags = () => []) {
  const own = folder(`${name}/orch`);
  const contenders = [await orch(root, own, flags(own))];
  if (reference === undefined) return contenders;
  const its = folder(`${name}/reference`);
  return [...contenders, await startReferenceServer({ program: reference, folder: its, flags: flags(its) })];
}

async function orch(root, dataDir, flags) {
  const start = () => startApiServer({ root, dataDir, flags: [SAME_NAMES, ...flags] });
  let running = await start();
  return {
    name: 'orch',
    get pid() {
      return running.pid;
    },
    get pids() {
      return [running.pid];
    },
    get url() {
      return running.url;
    },
    get readyMs() {
      return running.readyMs;
    },
    settle: async () => {}, // a change holds for every write after its response
    restart: async () => {
      await running.stop();
      running = await start();
    },
    stop: () => running.stop(),
  };
}
