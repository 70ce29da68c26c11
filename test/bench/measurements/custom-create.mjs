import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { configMapLikeWidget, DEFINITIONS, WIDGETS, widgetBody, widgetDefinition } from '../custom-objects.mjs';
import { call, createMany, HEADERS, untilServed } from '../drive/api-calls.mjs';
import { measuredLoad } from '../drive/measured-load.mjs';
import { CONFIG_MAPS } from '../subjects/api-server.mjs';
import { startContenders } from '../subjects/contenders.mjs';

const CONNECTIONS = 16;
/** Creates of each side in a round, and before the first: a fresh process compiles. */
const CREATES = 20_000;
const QUICK_CREATES = 2_000;

/** @type {import('./measurements.mjs').Measurement} */
export const customCreate = {
  name: 'custom-create',
  title: 'Durable creates of custom objects of 2 KiB',
  setting: `POST with generateName by ${CONNECTIONS} connections, over TLS 1.3, by h2load. The custom object has a schema with bounds, patterns, a default and a list with keys, and 5 validation rules. The ConfigMap has as many bytes and as many values. CPU is of the server and its store.`,
  columns: [
    { key: 'perSecond', title: 'writes/s', digits: 0 },
    { key: 'p50Ms', title: 'p50, ms', digits: 2 },
    { key: 'p99Ms', title: 'p99, ms', digits: 2 },
    { key: 'cpuUs', title: 'server CPU per write, µs', digits: 1 },
  ],
  async open(env) {
    const { quick, folder } = env;
    const requests = quick ? QUICK_CREATES : CREATES;
    const here = folder('custom-create');
    const servers = await startContenders(env, 'custom-create');
    const sides = {
      ConfigMap: { path: CONFIG_MAPS, body: configMapLikeWidget() },
      'custom object': { path: WIDGETS, body: widgetBody() },
    };
    for (const { url } of servers) {
      await call(url + DEFINITIONS, { method: 'POST', body: widgetDefinition() });
      await untilServed(url + WIDGETS);
    }
    const bodyFileOf = (side) => join(here, `${side}.json`);
    for (const [side, { body, path }] of Object.entries(sides)) {
      writeFileSync(bodyFileOf(side), body);
      for (const { url } of servers) await createMany(url + path, requests, bodyFileOf(side));
    }
    const contestants = servers.flatMap((server) =>
      Object.entries(sides).map(([side, { path }]) => {
        const bodyFile = bodyFileOf(side);
        const headers = { ...HEADERS, 'content-type': 'application/json' };
        const load = { connections: CONNECTIONS, requests, headers, bodyFile };
        const logFile = join(here, 'times.log');
        const run = () => measuredLoad(server.pids, { ...load, url: server.url + path, logFile });
        return { name: `${server.name}, ${side}`, run };
      }),
    );
    const ratio = (name, key) => (r) => r[`${name}, custom object`]?.[key] / r[`${name}, ConfigMap`]?.[key];
    const goals = [
      { title: 'create of a custom object: server CPU, times a ConfigMap', atMost: 1.3, value: ratio('orch', 'cpuUs') },
      { title: 'create of a custom object: p50, times a ConfigMap', atMost: 1.3, value: ratio('orch', 'p50Ms') },
    ];
    return { contestants, goals, close: () => Promise.all(servers.map((server) => server.stop())) };
  },
};
