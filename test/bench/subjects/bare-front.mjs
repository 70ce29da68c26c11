import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startChild } from './child.mjs';

const FILE = fileURLToPath(new URL('../peers/bare-front.mjs', import.meta.url));

/**
 * Node's own servers with the certificate of an Orch, answering the bytes it would answer.
 * @param {{ dataDir: string, object: Buffer, items?: number, folder: string, store?: { root: string, storage: object } }} options
 *   `store`: keeps what is posted by a driver of the Orch at `root`; `storage` as `openStorage` takes it
 */
export async function startBareFront({ dataDir, object, items = 0, folder, store }) {
  const file = join(folder, 'object.json');
  writeFileSync(file, object);
  const pki = (name) => join(dataDir, 'pki', name);
  const bare = {
    ...{ cert: pki('apiserver.crt'), key: pki('apiserver.key'), ca: pki('ca.crt') },
    ...{ object: file, items },
    ...(store && { store: { module: join(store.root, 'dist/libs/storage/src/index.js'), storage: store.storage } }),
  };
  const child = await startChild({ args: [FILE], env: { BARE: JSON.stringify(bare) }, ready: /^ready (.+)/ });
  return { ...child, urls: JSON.parse(child.ready[1]) };
}
