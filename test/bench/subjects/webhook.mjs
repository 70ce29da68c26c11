import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startChild } from './child.mjs';

const FILE = fileURLToPath(new URL('../peers/webhook.mjs', import.meta.url));

/**
 * A webhook server with the serving certificate of an Orch, which is for this address too.
 * @param {string} dataDir of an API server that is ready
 * @returns {Promise<import('./child.mjs').Child & { url: string, caBundle: string, reviews: () => Promise<number> }>}
 *   `caBundle` as a configuration takes it; `reviews`: how many it answered so far
 */
export async function startWebhook(dataDir) {
  const pki = (name) => join(dataDir, 'pki', name);
  const WEBHOOK = JSON.stringify({ cert: pki('apiserver.crt'), key: pki('apiserver.key') });
  const child = await startChild({ args: [FILE], env: { WEBHOOK }, ready: /^ready (.+)/ });
  const reviews = async () => Number((await child.ask('count', /^answered (\d+)/))[1]);
  return { ...child, url: child.ready[1], caBundle: readFileSync(pki('ca.crt')).toString('base64'), reviews };
}
