import { createOne, fill, HEADERS } from '../drive/api-calls.mjs';
import { h2load } from '../drive/h2load.mjs';
import { CONFIG_MAPS, startApiServer } from '../subjects/api-server.mjs';
import { startBareFront } from '../subjects/bare-front.mjs';
import { cpuSeconds } from '../subjects/process-usage.mjs';

const OBJECTS = 10_000;

/** @type {import('./measurements.mjs').Measurement} */
export const list = {
  name: 'list',
  title: 'List of 10,000 ConfigMaps of 2 KiB',
  setting:
    'One connection, TLS 1.3, not compressed, one list after the other. The bare server joins 10,000 buffers for each answer.',
  columns: [
    { key: 'ms', title: 'ms per list', digits: 1 },
    { key: 'cpuMs', title: 'server CPU, ms', digits: 1 },
    { key: 'mebibytes', title: 'MiB per list', digits: 1 },
  ],
  async open({ root, quick, folder }) {
    const here = folder('list');
    const orch = await startApiServer({ root, dataDir: folder('list/orch') });
    const { bytes } = await createOne(orch.url);
    await fill(orch.url, OBJECTS - 1, here);
    const bare = await startBareFront({ dataDir: orch.dataDir, object: bytes, items: OBJECTS, folder: here });

    const requests = quick ? 10 : 40;
    const lists = (server, url) => async () => {
      const before = cpuSeconds(server.pid);
      const { done, meanMs, dataBytes } = await h2load({ url, connections: 1, requests, headers: HEADERS });
      const cpuMs = ((cpuSeconds(server.pid) - before) * 1_000) / done;
      return { ms: meanMs, cpuMs, mebibytes: dataBytes / done / 1_048_576 };
    };
    const contestants = [
      { name: 'orch', run: lists(orch, orch.url + CONFIG_MAPS) },
      { name: 'bare node:https', run: lists(bare, `${bare.urls.https}/list`) },
      { name: 'bare node:https, joined before', run: lists(bare, `${bare.urls.https}/list-joined-before`) },
    ];
    const goals = [
      {
        title: 'list of 10,000: times bare joined bytes',
        atMost: 1.5,
        value: (r) => r['orch'].ms / r['bare node:https'].ms,
      },
    ];
    return { contestants, goals, close: () => Promise.all([orch.stop(), bare.stop()]) };
  },
};
