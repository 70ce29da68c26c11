import { Agent, request } from 'undici';

import { call, HEADERS } from './api-calls.mjs';

const agent = new Agent({ connect: { rejectUnauthorized: false } });
/** An account that did not come for so long never will. Unit: milliseconds. */
const LIMIT_MS = 60_000;

/**
 * Creates namespaces at an even rate and watches for their ServiceAccounts.
 * @param {{ server: string, perSecond: number, seconds: number }} options
 * @returns {Promise<{ p50Ms: number, p99Ms: number }>} from the sent create to the event of the account
 */
export async function reconciledDelays({ server, perSecond, seconds }) {
  const { metadata } = JSON.parse(await call(`${server}/api/v1/serviceaccounts?limit=1`));
  const path = `/api/v1/serviceaccounts?watch=true&resourceVersion=${metadata.resourceVersion}`;
  const watch = await request(server + path, { headers: HEADERS, dispatcher: agent });
  const count = Math.max(20, Math.round(perSecond * seconds));
  const sent = new Map();
  const delays = [];
  const limit = setTimeout(() => watch.body.destroy(new Error('accounts of namespaces did not come')), LIMIT_MS);
  const seen = (async () => {
    let rest = '';
    for await (const chunk of watch.body) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        const sentMs = sent.get(JSON.parse(line).object.metadata.namespace);
        if (sentMs !== undefined) delays.push(performance.now() - sentMs);
      }
      if (delays.length === count) break;
    }
  })();
  const stamp = Date.now().toString(36);
  for (let n = 0; n < count; n++) {
    const name = `event-${stamp}-${n}`;
    sent.set(name, performance.now());
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    const created = call(`${server}/api/v1/namespaces`, { method: 'POST', body });
    await Promise.all([created, new Promise((resolve) => setTimeout(resolve, 1_000 / perSecond))]);
  }
  await seen;
  clearTimeout(limit);
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}
