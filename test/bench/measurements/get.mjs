import { fileURLToPath } from 'node:url';

import { createOne, letReadersRead, READER_HEADERS } from '../drive/api-calls.mjs';
import { measuredLoad } from '../drive/measured-load.mjs';
import { startApiServer } from '../subjects/api-server.mjs';
import { startBareFront } from '../subjects/bare-front.mjs';
import { startChild } from '../subjects/child.mjs';
import { writeCredentials } from '../subjects/credential-files.mjs';
import { cpuSeconds } from '../subjects/process-usage.mjs';

const RAW_LOAD = fileURLToPath(new URL('../drive/raw-load.mjs', import.meta.url));
const CONNECTIONS = [16, 64];

/** @type {import('./measurements.mjs').Measurement} */
export const get = {
  name: 'get',
  title: 'GET of one ConfigMap of 2 KiB',
  setting:
    'HTTP/1.1, kept alive, TLS 1.3, authenticated and authorized. `token`: by h2load, which cannot show a client certificate, so a static token of a user whom the role `view` lets read (mode RBAC). `certificate`: by a plain Node client with the administrator’s certificate, which takes as much processor as the server.',
  columns: [
    { key: 'perSecond', title: 'requests/s', digits: 0 },
    { key: 'cpuUs', title: 'server CPU per request, µs', digits: 1 },
  ],
  async open({ root, seconds, warmUpSeconds, folder }) {
    const here = folder('get');
    const orch = await startApiServer({ root, dataDir: folder('get/orch') });
    const { path, bytes } = await createOne(orch.url);
    await letReadersRead(orch.url);
    const bare = await startBareFront({ dataDir: orch.dataDir, object: bytes, folder: here });
    const credentials = writeCredentials(orch.dataDir, folder('get/credentials'));

    const token = (server, url, connections) => () =>
      measuredLoad(server.pid, { url, connections, seconds, warmUpSeconds, headers: READER_HEADERS });
    const certificate = (server, url, at, connections) => async () => {
      const before = cpuSeconds(server.pid);
      const LOAD = JSON.stringify({ url, path: at, ...credentials, connections, seconds, warmUpSeconds });
      const load = await startChild({ args: [RAW_LOAD], env: { LOAD }, ready: /^done (.+)/ });
      const { perSecond, all } = JSON.parse(load.ready[1]);
      return { perSecond, cpuUs: ((cpuSeconds(server.pid) - before) * 1_000_000) / all };
    };

    const contestants = CONNECTIONS.flatMap((count) => [
      { name: `orch, token, ${count}`, run: token(orch, orch.url + path, count) },
      { name: `bare node:https, token, ${count}`, run: token(bare, `${bare.urls.https}/object`, count) },
      { name: `bare node:http, ${count}`, run: token(bare, `${bare.urls.http}/object`, count) },
      { name: `orch, certificate, ${count}`, run: certificate(orch, orch.url, path, count) },
      { name: `bare node:https, certificate, ${count}`, run: certificate(bare, bare.urls.https, '/object', count) },
    ]);
    const goals = CONNECTIONS.flatMap((count) =>
      ['token', 'certificate'].map((by) => ({
        title: `GET, ${by}, ${count} connections: share of bare node:https`,
        atLeast: 0.55,
        value: (round) =>
          round[`orch, ${by}, ${count}`].perSecond / round[`bare node:https, ${by}, ${count}`].perSecond,
      })),
    );
    const close = () => Promise.all([orch.stop(), bare.stop()]);
    return { contestants, goals, close };
  },
};
