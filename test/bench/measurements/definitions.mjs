import { DEFINITIONS, oneDefinition } from '../custom-objects.mjs';
import { call, each, HEADERS, until, untilCreated, untilServed } from '../drive/api-calls.mjs';
import { startContenders } from '../subjects/contenders.mjs';
import { residentBytes } from '../subjects/process-usage.mjs';
import { percentile } from '../statistics.mjs';

const DEFINED = 2_000;
/** Definitions that are created to see how soon they are served. */
const NEW = 100;
const FAMILY = 'many';
/** A server comes to rest before its memory is read. */
const REST_MS = 5_000;
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** @type {import('./measurements.mjs').Measurement} */
export const definitions = {
  name: 'definitions',
  title: `${DEFINED.toLocaleString('en')} CustomResourceDefinitions`,
  setting: `Each of 12 kB with its own schema, in groups of 20. \`ready\`: start on them. \`discovery\`: from then to the first aggregated discovery that has them all. Memory: RssAnon after that, less what the server has without definitions, read ${REST_MS / 1_000} s after the last request; \`in use\`: after an object of each kind was created. \`served\`: from the response of the create of one more definition to the response of the first list of its objects; \`published\`: to the first aggregated discovery and OpenAPI document of its group that have it, asked after that one after the other.`,
  columns: [
    { key: 'readyMs', title: 'ready, ms', digits: 0 },
    { key: 'discoveryMs', title: 'discovery, ms', digits: 0 },
    { key: 'definitionKb', title: 'kB per definition', digits: 1 },
    { key: 'usedKb', title: 'in use', digits: 1 },
    { key: 'servedP50Ms', title: 'served: p50, ms', digits: 1 },
    { key: 'servedP99Ms', title: 'p99, ms', digits: 1 },
    { key: 'publishedP50Ms', title: 'published: p50, ms', digits: 1 },
    { key: 'publishedP99Ms', title: 'p99, ms', digits: 1 },
  ],
  async open(env) {
    const { quick } = env;
    const defined = quick ? DEFINED / 4 : DEFINED;
    const all = Array.from({ length: defined }, (_, number) => oneDefinition(number, FAMILY));
    const servers = await startContenders(env, 'definitions');
    const rest = () => new Promise((resolve) => setTimeout(resolve, quick ? REST_MS / 2 : REST_MS));
    const before = {};
    for (const server of servers) {
      await server.restart();
      await discover(server, 0);
      await rest();
      before[server.name] = residentBytes(server.pid).anonymous;
      await each(all, ({ body }) => call(server.url + DEFINITIONS, { method: 'POST', body }));
      await discover(server, defined);
    }
    let round = 0;
    const contestants = servers.map((server) => ({
      name: server.name,
      run: async () => {
        await server.restart();
        const discoveryMs = await discover(server, defined);
        const kilobytes = async () => {
          await rest();
          return (residentBytes(server.pid).anonymous - before[server.name]) / defined / 1_000;
        };
        const definitionKb = await kilobytes();
        await each(all, ({ objects, object }) => untilCreated(server.url + objects, object));
        const usedKb = await kilobytes();
        const created = await createAndAwait(server, `new${round++}`, quick ? NEW / 4 : NEW);
        await each(all, ({ objects }) => call(`${server.url}${objects}/one`, { method: 'DELETE' }));
        return { readyMs: server.readyMs, discoveryMs, definitionKb, usedKb, ...created };
      },
    }));
    const goal = (title, atMost, key) => ({ title, atMost, value: (r) => r['orch'][key] });
    const many = defined.toLocaleString('en');
    const goals = [
      goal(`${many} definitions: ready, ms`, 1_500, 'readyMs'),
      goal(`${many} definitions: first aggregated discovery, ms`, 200, 'discoveryMs'),
      goal(`${many} definitions: kB of each`, 100, 'definitionKb'),
      goal(`${many} definitions: p99 from create to served, ms`, 50, 'servedP99Ms'),
      goal(`${many} definitions: p99 from create to published, ms`, 50, 'publishedP99Ms'),
    ];
    return { contestants, goals, close: () => Promise.all(servers.map((server) => server.stop())) };
  },
};

/** Milliseconds until aggregated discovery lists `kinds` of them. */
async function discover({ url }, kinds) {
  const began = performance.now();
  await until(`${url}/apis`, AGGREGATED, (text) => text.split(`"singularResource":"${FAMILY}part`).length > kinds);
  return performance.now() - began;
}

/** Creates definitions one after the other, awaits each, and removes them. */
async function createAndAwait({ url }, family, count) {
  const served = [];
  const published = [];
  const made = Array.from({ length: count }, (_, number) => oneDefinition(number, family));
  for (const { body, group, plural, objects } of made) {
    await call(url + DEFINITIONS, { method: 'POST', body });
    const began = performance.now();
    await untilServed(url + objects);
    served.push(performance.now() - began);
    await until(`${url}/apis`, AGGREGATED, (text) => text.includes(`"resource":"${plural}"`));
    await until(`${url}/openapi/v3/apis/${group}/v1`, HEADERS.accept, (text) => text.includes(`/${plural}/{name}"`));
    published.push(performance.now() - began);
  }
  await each(made, ({ name }) => call(`${url}${DEFINITIONS}/${name}`, { method: 'DELETE' }));
  served.sort((a, b) => a - b);
  published.sort((a, b) => a - b);
  return {
    servedP50Ms: percentile(served, 0.5),
    servedP99Ms: percentile(served, 0.99),
    publishedP50Ms: percentile(published, 0.5),
    publishedP99Ms: percentile(published, 0.99),
  };
}
