import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createOne, HEADERS, writeBody } from '../drive/api-calls.mjs';
import { measuredLoad } from '../drive/measured-load.mjs';
import { CONFIG_MAPS } from '../subjects/api-server.mjs';
import { startContenders } from '../subjects/contenders.mjs';

const CONNECTIONS = 16;
/** Creates of each level in a round, and before the first: a fresh process compiles. */
const CREATES = 10_000;
const QUICK_CREATES = 1_500;
/** GETs for each create. */
const GETS = 3;
const LEVELS = ['off', 'Metadata', 'RequestResponse'];

/** @type {import('./measurements.mjs').Measurement} */
export const audit = {
  name: 'audit',
  title: 'Cost of the audit log',
  setting: `ConfigMaps of 2 KiB are created with generateName and one is read, by ${CONNECTIONS} connections each, over TLS 1.3, by h2load. One server for each level, which records every request at it, without the stage RequestReceived, to a log file in mode \`batch\`. CPU is of the API server and its store.`,
  columns: [
    { key: 'createP50Ms', title: 'create: p50, ms', digits: 2 },
    { key: 'createP99Ms', title: 'p99, ms', digits: 2 },
    { key: 'createCpuUs', title: 'server CPU, µs', digits: 1 },
    { key: 'getP50Ms', title: 'GET: p50, ms', digits: 2 },
    { key: 'getP99Ms', title: 'p99, ms', digits: 2 },
    { key: 'getCpuUs', title: 'server CPU, µs', digits: 1 },
  ],
  async open(env) {
    const { quick, folder } = env;
    const requests = quick ? QUICK_CREATES : CREATES;
    const here = folder('audit');
    const bodyFile = writeBody(here);
    const json = { ...HEADERS, 'content-type': 'application/json' };
    const started = await Promise.all(LEVELS.map((level) => startContenders(env, `audit/${level}`, flagsOf(level))));
    const load = (server, what) =>
      measuredLoad(server.pids, { connections: CONNECTIONS, logFile: join(here, 'times.log'), ...what });
    const create = (server) => load(server, { url: server.url + CONFIG_MAPS, requests, headers: json, bodyFile });
    const get = (server, path) => load(server, { url: server.url + path, requests: requests * GETS, headers: HEADERS });
    const byLevel = started.flatMap((servers, at) => servers.map((server) => ({ server, level: LEVELS[at] })));
    byLevel.sort((a, b) => a.server.name.localeCompare(b.server.name));
    const contestants = [];
    for (const { server, level } of byLevel) {
      const { path } = await createOne(server.url);
      await create(server);
      await get(server, path);
      const run = async () => {
        const created = await create(server);
        const read = await get(server, path);
        return {
          ...{ createP50Ms: created.p50Ms, createP99Ms: created.p99Ms, createCpuUs: created.cpuUs },
          ...{ getP50Ms: read.p50Ms, getP99Ms: read.p99Ms, getCpuUs: read.cpuUs },
        };
      };
      contestants.push({ name: `${server.name}, ${level}`, run });
    }
    /** How many times the CPU of a server without audit log; of Orch, as a share of the same of the reference server. */
    const times = (r, name, level, key) => r[`${name}, ${level}`]?.[key] / r[`${name}, off`]?.[key];
    const goals = LEVELS.slice(1).flatMap((level) => [
      {
        title: `audit, ${level}: CPU of a create, times without`,
        atMost: level === 'Metadata' ? 1.3 : 1.5,
        value: (r) => times(r, 'orch', level, 'createCpuUs'),
      },
      {
        title: `audit, ${level}: CPU of a create, share of the reference server’s`,
        atMost: 1,
        value: (r) => r[`orch, ${level}`].createCpuUs / r[`reference, ${level}`]?.createCpuUs,
      },
    ]);
    return { contestants, goals, close: () => Promise.all(started.flat().map((server) => server.stop())) };
  },
};

/** Flags that both servers take, by their folder. */
const flagsOf = (level) => (folder) => {
  if (level === 'off') return [];
  const policy = `${folder}.policy.json`;
  const rules = { omitStages: ['RequestReceived'], rules: [{ level }] };
  writeFileSync(policy, JSON.stringify({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', ...rules }));
  return [
    `--audit-policy-file=${policy}`,
    `--audit-log-path=${folder}.audit.log`,
    '--audit-log-maxsize=100',
    '--audit-log-maxbackup=1',
  ];
};
