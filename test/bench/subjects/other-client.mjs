import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { deploymentNames } from '../deployments.mjs';
import { startChild } from './child.mjs';

const PROGRAM = fileURLToPath(new URL('../drive/row-changes.mjs', import.meta.url));

/**
 * Starts another client, which changes the objects of a list.
 * @param {{ url: string, bodyFile: string, folder: string, perSecond: number }} options `url` of the collection
 * @returns {Promise<{
 *   begin: (inView: readonly string[]) => Promise<unknown>,
 *   end: () => Promise<{ perSecond: number, changes: number, seen: { name: string, value: number, sentMs: number }[] }>,
 *   stop: () => Promise<void>,
 * }>} `seen`: the changes to rows in view
 */
export async function startOtherClient({ url, bodyFile, folder, perSecond }) {
  const namesFile = join(folder, 'names.json');
  writeFileSync(namesFile, JSON.stringify(await deploymentNames(url)));
  const child = await startChild({
    args: [PROGRAM],
    env: { CHANGES: JSON.stringify({ url, bodyFile, namesFile, perSecond }) },
    ready: /^ready/,
  });
  return {
    begin: (inView) => child.ask(`start ${JSON.stringify(inView)}`, /^started/),
    end: async () => JSON.parse((await child.ask('stop', /^changed (.+)/))[1]),
    stop: child.stop,
  };
}
