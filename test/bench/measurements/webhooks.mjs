import { join } from 'node:path';

import { call, HEADERS, writeBody } from '../drive/api-calls.mjs';
import { measuredLoad } from '../drive/measured-load.mjs';
import { CONFIG_MAPS } from '../subjects/api-server.mjs';
import { startContenders } from '../subjects/contenders.mjs';
import { startWebhook } from '../subjects/webhook.mjs';

const CONNECTIONS = 16;
/** Creates of each row in a round, and before the first: a fresh process compiles. */
const CREATES = 10_000;
const QUICK_CREATES = 1_000;
const CONFIGURATIONS = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';

const writes = (resources) => ({ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources });
const matching = { rules: [writes(['configmaps'])] };
/** What is registered, by the name of the row. */
const SCENES = {
  'none registered': [],
  '1 matches': [matching],
  '10 match': Array.from({ length: 10 }, () => matching),
  '10 for other resources': Array.from({ length: 10 }, () => ({ rules: [writes(['pods', 'services'])] })),
  '10 with other selectors': Array.from({ length: 10 }, (_, at) => ({
    ...matching,
    objectSelector: { matchLabels: { app: `other-${at}` } },
    namespaceSelector: { matchExpressions: [{ key: 'exempt', operator: 'DoesNotExist' }] },
  })),
};

/** @type {import('./measurements.mjs').Measurement} */
export const webhooks = {
  name: 'webhooks',
  title: 'Creates of 2 KiB through validating webhooks',
  setting: `POST of ConfigMaps with generateName by ${CONNECTIONS} connections, over TLS 1.3, by h2load. Webhooks of one configuration, all answered by one local server of \`node:https\` that allows everything. \`10 with other selectors\`: their rules match, an object selector does not. CPU is of the API server and its store.`,
  columns: [
    { key: 'perSecond', title: 'writes/s', digits: 0 },
    { key: 'p50Ms', title: 'p50, ms', digits: 2 },
    { key: 'p99Ms', title: 'p99, ms', digits: 2 },
    { key: 'cpuUs', title: 'server CPU per write, µs', digits: 1 },
    { key: 'reviews', title: 'reviews per write', digits: 1 },
  ],
  async open(env) {
    const { quick, folder } = env;
    const requests = quick ? QUICK_CREATES : CREATES;
    const here = folder('webhooks');
    const servers = await startContenders(env, 'webhooks');
    const hook = await startWebhook(join(here, 'orch'));
    const bodyFile = writeBody(here);
    const headers = { ...HEADERS, 'content-type': 'application/json' };

    const register = async (server, scene) => {
      const webhooks = scene.map((match, at) => ({
        name: `hook-${at}.bench.example.com`,
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        failurePolicy: 'Fail',
        clientConfig: { url: `${hook.url}/${at}`, caBundle: hook.caBundle },
        ...match,
      }));
      const body = JSON.stringify({
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: 'bench' },
        webhooks,
      });
      await call(server.url + CONFIGURATIONS, { method: 'DELETE' });
      if (webhooks.length > 0) await call(server.url + CONFIGURATIONS, { method: 'POST', body });
      await server.settle();
    };
    const load = (server) =>
      measuredLoad(server.pids, {
        url: server.url + CONFIG_MAPS,
        ...{ connections: CONNECTIONS, requests, headers, bodyFile, logFile: join(here, 'times.log') },
      });
    for (const server of servers) {
      for (const scene of ['1 matches', 'none registered']) {
        await register(server, SCENES[scene]);
        await load(server);
      }
    }
    const contestants = servers.flatMap((server) =>
      Object.entries(SCENES).map(([name, scene]) => ({
        name: `${server.name}, ${name}`,
        run: async () => {
          await register(server, scene);
          const before = await hook.reviews();
          const report = await load(server);
          return { ...report, reviews: ((await hook.reviews()) - before) / report.done };
        },
      })),
    );
    const more = (name) => (r) => r[`orch, ${name}`].cpuUs - r['orch, none registered'].cpuUs;
    const goals = ['10 for other resources', '10 with other selectors'].map((name) => ({
      title: `webhooks, ${name}: µs of CPU more for each write`,
      atMost: 20,
      value: more(name),
    }));
    for (const name of ['1 matches', '10 match']) {
      goals.push({
        title: `webhooks, ${name}: CPU for each write, share of the reference server’s`,
        atMost: 1,
        value: (r) => r[`orch, ${name}`].cpuUs / r[`reference, ${name}`]?.cpuUs,
      });
    }
    const close = async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await hook.stop();
    };
    return { contestants, goals, close };
  },
};
