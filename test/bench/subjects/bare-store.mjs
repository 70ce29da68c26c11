import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startChild } from './child.mjs';

const FILE = fileURLToPath(new URL('../peers/bare-store.mjs', import.meta.url));

/**
 * A store alone, in a process of its own: the embedded one, or with `redisUrl` the one on Redis.
 * @param {{ root: string, directory: string, valueBytes: number, redisUrl?: string }} options
 */
export async function startBareStore({ root, directory, valueBytes, redisUrl }) {
  const storage =
    redisUrl === undefined
      ? { backend: 'embedded', dataDir: directory }
      : { backend: 'redis', dataDir: directory, redis: { urls: [redisUrl] } };
  const store = { module: join(root, 'dist/libs/storage/src/index.js'), storage, valueBytes };
  const child = await startChild({ args: [FILE], env: { STORE: JSON.stringify(store) }, ready: /^ready/ });
  /** @param {{ writers: number, seconds: number }} what */
  const write = async (what) => JSON.parse((await child.ask(JSON.stringify(what), /^wrote (.+)/))[1]);
  return { ...child, write };
}
