import { existsSync } from 'node:fs';

import { fill } from '../drive/api-calls.mjs';
import { startApiServer } from '../subjects/api-server.mjs';
import { startChild } from '../subjects/child.mjs';

/** @type {import('./measurements.mjs').Measurement} */
export const start = {
  name: 'start',
  title: 'Time to ready',
  setting:
    'From the start of the process to its `ready` line. An empty directory also makes its keys and certificates.',
  columns: [{ key: 'ms', title: 'ms', digits: 0 }],
  async open({ root, folder, manyObjects }) {
    const filled = folder(`filled-${manyObjects}`);
    if (!existsSync(`${filled}/admin.conf`)) {
      const server = await startApiServer({ root, dataDir: filled });
      await fill(server.url, manyObjects, folder('start'));
      await server.stop();
    }
    let fresh = 0;
    const existing = folder('start/existing');
    await (await startApiServer({ root, dataDir: existing })).stop();

    const ready = (options) => async () => {
      const server = await startApiServer({ root, ...options() });
      await server.stop();
      return { ms: server.readyMs };
    };
    const node = async () => {
      const child = await startChild({
        args: ['-e', 'console.log("ready"); setInterval(() => {}, 1e6)'],
        ready: /^ready/,
      });
      await child.stop();
      return { ms: child.readyMs };
    };
    const many = `apiserver, ${manyObjects.toLocaleString('en')} objects`;
    const contestants = [
      { name: 'bare node', run: node },
      { name: 'apiserver, empty', run: ready(() => ({ dataDir: folder(`start/empty-${fresh++}`) })) },
      { name: 'apiserver, again', run: ready(() => ({ dataDir: existing })) },
      { name: many, run: ready(() => ({ dataDir: filled })) },
      { name: 'up, empty', run: ready(() => ({ program: 'up', dataDir: folder(`start/empty-${fresh++}`) })) },
    ];
    const goals = [
      { title: 'ready, empty: ms', atMost: 500, value: (r) => r['apiserver, empty'].ms },
      { title: `ready, ${manyObjects.toLocaleString('en')} objects: ms`, atMost: 1_000, value: (r) => r[many].ms },
    ];
    return { contestants, goals, close: async () => {} };
  },
};
