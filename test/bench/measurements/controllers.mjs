import { join } from 'node:path';
import { writeFileSync } from 'node:fs';

import { call, createMany } from '../drive/api-calls.mjs';
import { reconciledDelays } from '../drive/reconciled-delays.mjs';
import { startApiServer } from '../subjects/api-server.mjs';
import { startControllers } from '../subjects/controllers.mjs';
import { residentBytes } from '../subjects/process-usage.mjs';
import { startRedis } from '../subjects/redis.mjs';

/** Namespaces, of which each gets its ServiceAccount. */
const OBJECTS = 10_000;
const QUICK_OBJECTS = 1_000;
const PER_SECOND = 50;
const MB = 1_000_000;
/** Between two looks at how many there are. Unit: milliseconds. */
const LOOK_MS = 20;

/** @type {import('./measurements.mjs').Measurement} */
export const controllers = {
  name: 'controllers',
  title: 'A controller: cold start, event to reconciled, work queues',
  needs: 'redis',
  setting: `The controller of ServiceAccounts, in processes of its own, on ${OBJECTS.toLocaleString('en')} namespaces (${QUICK_OBJECTS.toLocaleString('en')} with --quick). Cold start: from the spawn until each namespace has its account, one durable create for each. Event to reconciled: namespaces are created at ${PER_SECOND} a second; from the sent create until a watch shows the account. Nothing to do: from synced caches until every key was reconciled, when all accounts are there. Memory after the cold start, the largest of the processes. Redis flushes every write.`,
  columns: [
    { key: 'coldSeconds', title: 'cold start, s', digits: 2 },
    { key: 'writtenPerSecond', title: 'keys/s, one write each', digits: 0 },
    { key: 'idlePerSecond', title: 'keys/s, nothing to do', digits: 0 },
    { key: 'p50Ms', title: 'event to reconciled: p50, ms', digits: 1 },
    { key: 'p99Ms', title: 'p99, ms', digits: 1 },
    { key: 'anonymousMb', title: 'RssAnon, MB', digits: 1 },
  ],
  async open({ root, folder, seconds, quick }) {
    const objects = quick ? QUICK_OBJECTS : OBJECTS;
    let runs = 0;
    const measure = (processes, isShared) => async () => {
      const home = folder(`controllers/${runs++}`);
      const server = await startApiServer({ root, dataDir: join(home, 'data') });
      const redis = isShared ? await startRedis(home) : undefined;
      const flags = redis ? ['--work-queue=redis', `--work-queue-url=${redis.url}`] : [];
      const start = () => startControllers({ root, server, processes, flags });
      try {
        await createNamespaces(server.url, objects, home);
        const began = performance.now();
        const first = await start();
        await until(async () => (await countOf(server.url)) >= objects);
        const coldSeconds = (performance.now() - began) / 1_000;
        const { p50Ms, p99Ms } = await reconciledDelays({ server: server.url, perSecond: PER_SECOND, seconds });
        const anonymousMb = Math.max(...first.pids.map((pid) => residentBytes(pid).anonymous)) / MB;
        await first.stop();
        const second = await start();
        const idlePerSecond = await second.reconciledPerSecond();
        await second.stop();
        return { coldSeconds, writtenPerSecond: objects / coldSeconds, idlePerSecond, p50Ms, p99Ms, anonymousMb };
      } finally {
        await server.stop();
        await redis?.stop();
      }
    };
    const contestants = [
      { name: 'work queue in memory', run: measure(1, false) },
      { name: 'work queue on Redis, one process', run: measure(1, true) },
      { name: 'work queue on Redis, three processes', run: measure(3, true) },
    ];
    return { contestants, goals: [], close: async () => {} };
  },
};

async function createNamespaces(server, count, folder) {
  const file = join(folder, 'namespace.json');
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { generateName: 'bench-' } }));
  await createMany(`${server}/api/v1/namespaces`, count, file);
}

async function countOf(server) {
  const { items, metadata } = JSON.parse(await call(`${server}/api/v1/serviceaccounts?limit=1`));
  return items.length + (metadata.remainingItemCount ?? 0);
}

async function until(isSo) {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
