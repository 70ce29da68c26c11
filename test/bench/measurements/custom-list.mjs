import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { configMapLikeWidget, DEFINITIONS, WIDGETS, widgetBody, widgetDefinition } from '../custom-objects.mjs';
import { call, createMany, HEADERS, untilServed } from '../drive/api-calls.mjs';
import { h2load } from '../drive/h2load.mjs';
import { cpuOf } from '../drive/measured-load.mjs';
import { OBJECT_BYTES } from '../objects.mjs';
import { CONFIG_MAPS } from '../subjects/api-server.mjs';
import { startContenders } from '../subjects/contenders.mjs';
import { residentBytes } from '../subjects/process-usage.mjs';

const OBJECTS = 10_000;
/** A server comes to rest before its memory is read. */
const REST_MS = 5_000;

/** @type {import('./measurements.mjs').Measurement} */
export const customList = {
  name: 'custom-list',
  title: 'List of 10,000 custom objects of 2 KiB',
  setting: `One connection, TLS 1.3, not compressed, one list after the other. The ConfigMaps have as many bytes and as many values. Memory: RssAnon of a server that started on that many objects, less what it has without any, read ${REST_MS / 1_000} s after the start; each server is its own.`,
  columns: [
    { key: 'ms', title: 'ms per list', digits: 1 },
    { key: 'cpuMs', title: 'server CPU, ms', digits: 1 },
    { key: 'mebibytes', title: 'MiB per list', digits: 1 },
    { key: 'objectBytes', title: 'RssAnon per object, bytes', digits: 0 },
  ],
  async open(env) {
    const { quick, folder, manyObjects } = env;
    const here = folder('custom-list');
    const sides = {
      ConfigMaps: { path: CONFIG_MAPS, body: configMapLikeWidget() },
      'custom objects': { path: WIDGETS, body: widgetBody() },
    };
    for (const [side, { body }] of Object.entries(sides)) writeFileSync(join(here, `${side}.json`), body);
    const servers = await startContenders(env, 'custom-list');
    await Promise.all(servers.map(define));
    for (const server of servers) {
      for (const [side, { path }] of Object.entries(sides)) {
        await createMany(server.url + path, OBJECTS, join(here, `${side}.json`));
      }
    }
    const stops = servers.map((server) => () => server.stop());
    /** By server and side: servers whose memory is compared, with many objects of that side, and what they had without. */
    const filled = {};
    for (const [at, [side, { path }]] of Object.entries(sides).entries()) {
      for (const server of await startContenders(env, `custom-list/memory-${at}`)) {
        stops.push(() => server.stop());
        await define(server);
        await server.restart();
        await untilServed(server.url + WIDGETS);
        const before = await anonymousAtRest(server, quick);
        await createMany(server.url + path, manyObjects, join(here, `${side}.json`));
        filled[`${server.name}, ${side}`] = { server, before };
      }
    }

    const requests = quick ? 10 : 40;
    const contestants = servers.flatMap((server) =>
      Object.entries(sides).map(([side, { path }]) => {
        const name = `${server.name}, ${side}`;
        const run = async () => {
          const began = cpuOf(server.pids);
          const load = { url: server.url + path, connections: 1, requests, headers: HEADERS };
          const { done, meanMs, dataBytes } = await h2load(load);
          const cpuMs = ((cpuOf(server.pids) - began) * 1_000) / done;
          const { server: full, before } = filled[name];
          await full.restart();
          const bytes = (await anonymousAtRest(full, quick)) - before;
          return { ms: meanMs, cpuMs, mebibytes: dataBytes / done / 1_048_576, objectBytes: bytes / manyObjects };
        };
        return { name, run };
      }),
    );
    const ratio = (key) => (r) => r['orch, custom objects'][key] / r['orch, ConfigMaps'][key];
    const goals = [
      { title: 'list of 10,000 custom objects: server CPU, times ConfigMaps', atMost: 1.1, value: ratio('cpuMs') },
      {
        title: `${manyObjects.toLocaleString('en')} custom objects: RssAnon of each, times its JSON`,
        atMost: 2,
        value: (r) => r['orch, custom objects'].objectBytes / OBJECT_BYTES,
      },
    ];
    return { contestants, goals, close: () => Promise.all(stops.map((stop) => stop())) };
  },
};

async function define({ url }) {
  await call(url + DEFINITIONS, { method: 'POST', body: widgetDefinition() });
  await untilServed(url + WIDGETS);
}

async function anonymousAtRest({ pid }, quick) {
  await new Promise((resolve) => setTimeout(resolve, quick ? REST_MS / 2 : REST_MS));
  return residentBytes(pid).anonymous;
}
