import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startChild } from './child.mjs';

const FILE = fileURLToPath(new URL('../peers/bare-store.mjs', import.meta.url));

/**
 * The embedded store alone, in a process of its own.
 * @param {{ root: string, directory: string, valueBytes: number }} options
 */
export async function startBareStore({ root, directory, valueBytes }) {
  const store = { module: join(root, 'dist/libs/storage/src/index.js'), directory, valueBytes };
  const child = await startChild({ args: [FILE], env: { STORE: JSON.stringify(store) }, ready: /^ready/ });
  /** @param {{ writers: number, seconds: number }} what */
  const write = async (what) => JSON.parse((await child.ask(JSON.stringify(what), /^wrote (.+)/))[1]);
  return { ...child, write };
}
