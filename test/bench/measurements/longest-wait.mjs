import { fileURLToPath } from 'node:url';

import { call, createOne, fill, HEADERS, writeBody } from '../drive/api-calls.mjs';
import { h2load } from '../drive/h2load.mjs';
import { CONFIG_MAPS, startApiServer } from '../subjects/api-server.mjs';
import { startBareFront } from '../subjects/bare-front.mjs';
import { startChild } from '../subjects/child.mjs';
import { writeCredentials } from '../subjects/credential-files.mjs';

const PROBE = fileURLToPath(new URL('../drive/probe.mjs', import.meta.url));
const OBJECTS = 10_000;
/** Where creates go while lists run, so that the lists keep their length. */
const OTHER = '/api/v1/namespaces/other/configmaps';

/** @type {import('./measurements.mjs').Measurement} */
export const longestWait = {
  name: 'longest-wait',
  title: 'How long a GET waits behind others',
  setting:
    'A GET every millisecond on a connection of its own, while one connection lists 10,000 ConfigMaps of 2 KiB continuously and 4 create, at 500 a second in all. On two cores the load drivers take a share.',
  columns: [
    { key: 'p50Ms', title: 'p50, ms', digits: 2 },
    { key: 'p99Ms', title: 'p99, ms', digits: 2 },
    { key: 'maxMs', title: 'longest, ms', digits: 1 },
    { key: 'gets', title: 'GETs', digits: 0 },
  ],
  async open({ root, folder, seconds }) {
    const here = folder('wait');
    const orch = await startApiServer({ root, dataDir: folder('wait/orch') });
    const { path, bytes } = await createOne(orch.url);
    await fill(orch.url, OBJECTS - 1, here);
    await call(`${orch.url}/api/v1/namespaces`, { method: 'POST', body: OTHER_NAMESPACE });
    const bare = await startBareFront({ dataDir: orch.dataDir, object: bytes, items: OBJECTS, folder: here });
    const credentials = writeCredentials(orch.dataDir, folder('wait/credentials'));
    const bodyFile = writeBody(here);
    const headers = { ...HEADERS, 'content-type': 'application/json' };

    const lists = (url) => () => h2load({ url, connections: 1, seconds, headers: HEADERS });
    const creates = (url) => () => h2load({ url, connections: 4, seconds, headers, bodyFile, ratePerConnection: 125 });
    const nothing = () => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

    const wait = (url, at, loads) => async () => {
      const PROBE_ENV = JSON.stringify({ url, path: at, ...credentials });
      const probe = await startChild({ args: [PROBE], env: { PROBE: PROBE_ENV }, ready: /^ready/ });
      try {
        await probe.ask('start', /^started/);
        await Promise.all(loads.map((load) => load()));
        return JSON.parse((await probe.ask('stop', /^waited (.+)/))[1]);
      } finally {
        await probe.stop();
      }
    };
    const listing = lists(orch.url + CONFIG_MAPS);
    const creating = creates(orch.url + OTHER);
    const contestants = [
      { name: 'orch, nothing else', run: wait(orch.url, path, [nothing]) },
      { name: 'orch, lists', run: wait(orch.url, path, [listing]) },
      { name: 'orch, creates', run: wait(orch.url, path, [creating]) },
      { name: 'orch, lists and creates', run: wait(orch.url, path, [listing, creating]) },
      {
        name: 'bare node:https, lists and posts',
        run: wait(bare.urls.https, '/object', [
          lists(`${bare.urls.https}/list`),
          creates(`${bare.urls.https}/objects`),
        ]),
      },
    ];
    const goals = [
      { title: 'longest wait of a GET, ms', atMost: 20, value: (r) => r['orch, lists and creates'].maxMs },
    ];
    return { contestants, goals, close: () => Promise.all([orch.stop(), bare.stop()]) };
  },
};

const OTHER_NAMESPACE = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other' } });
