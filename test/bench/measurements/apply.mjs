import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { call, createOne, HEADERS } from '../drive/api-calls.mjs';
import { measuredLoad } from '../drive/measured-load.mjs';
import { configMapBody } from '../objects.mjs';
import { CONFIG_MAPS, startApiServer } from '../subjects/api-server.mjs';

const CONNECTIONS = 16;
const APPLY = 'application/apply-patch+yaml';
const MANAGER = '?fieldManager=bench';

const revisionOf = (bytes) => JSON.parse(bytes).metadata.resourceVersion;

/** @type {import('./measurements.mjs').Measurement} */
export const apply = {
  name: 'apply',
  title: 'Server-side apply of an unchanged ConfigMap of 2 KiB',
  setting: `${CONNECTIONS} connections apply the unchanged object, over TLS 1.3. Its version must not change. Compared with GET of the same object.`,
  columns: [
    { key: 'perSecond', title: 'requests/s', digits: 0 },
    { key: 'p50Ms', title: 'p50, ms', digits: 2 },
    { key: 'p99Ms', title: 'p99, ms', digits: 2 },
    { key: 'cpuUs', title: 'server CPU each, µs', digits: 1 },
    { key: 'revisions', title: 'revisions made', digits: 0 },
  ],
  async open({ root, seconds, warmUpSeconds, folder }) {
    const here = folder('apply');
    const orch = await startApiServer({ root, dataDir: folder('apply/orch') });
    const bodyFile = join(here, 'applied.json');
    const object = JSON.parse(configMapBody());
    object.metadata = { name: 'applied', labels: object.metadata.labels };
    writeFileSync(bodyFile, JSON.stringify(object));
    const path = `${CONFIG_MAPS}/applied`;
    const url = orch.url + path + MANAGER;
    await call(url, { method: 'PATCH', body: JSON.stringify(object), type: APPLY });
    const { path: other } = await createOne(orch.url);

    const load = { connections: CONNECTIONS, seconds, warmUpSeconds, logFile: join(here, 'times.log') };
    const headers = { ':method': 'PATCH', ...HEADERS, 'content-type': APPLY };
    const measure = async (options) => {
      const before = Number(revisionOf(await call(orch.url + path)));
      const report = await measuredLoad(orch.pid, { ...load, ...options });
      return { ...report, revisions: Number(revisionOf(await call(orch.url + path))) - before };
    };
    const contestants = [
      { name: 'apply, unchanged', run: () => measure({ url, headers, bodyFile }) },
      { name: 'GET', run: () => measure({ url: orch.url + other, headers: HEADERS }) },
    ];
    const goals = [
      {
        title: 'apply of an unchanged object: revisions made',
        atMost: 0,
        value: (r) => r['apply, unchanged'].revisions,
      },
    ];
    return { contestants, goals, close: () => orch.stop() };
  },
};
