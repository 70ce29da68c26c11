import { fill } from '../drive/api-calls.mjs';
import { OBJECT_BYTES } from '../objects.mjs';
import { startApiServer } from '../subjects/api-server.mjs';
import { startChild } from '../subjects/child.mjs';
import { residentBytes } from '../subjects/process-usage.mjs';

/** Time for a server to come to rest before its memory is read. */
const REST_MS = 5_000;
const MB = 1_000_000;

/** @type {import('./measurements.mjs').Measurement} */
export const memory = {
  name: 'memory',
  title: 'Resident memory',
  setting: `Read from /proc ${REST_MS / 1_000} s after the last work. RssAnon is what the process itself holds; RSS also counts mapped pages of files, the store’s among them.`,
  columns: [
    { key: 'anonymousMb', title: 'RssAnon, MB', digits: 1 },
    { key: 'residentMb', title: 'RSS, MB', digits: 1 },
    { key: 'bytesPerObject', title: 'RssAnon per object, bytes', digits: 0 },
  ],
  async open({ root, folder, manyObjects, quick }) {
    let round = 0;
    let idleBytes = 0;
    let dataDir;
    const rest = () => new Promise((resolve) => setTimeout(resolve, quick ? REST_MS / 2 : REST_MS));
    const read = async (pid, objects) => {
      await rest();
      const { anonymous, all } = residentBytes(pid);
      if (objects === 0) return { anonymousMb: anonymous / MB, residentMb: all / MB };
      return { anonymousMb: anonymous / MB, residentMb: all / MB, bytesPerObject: (anonymous - idleBytes) / objects };
    };
    // Each round needs them in this order, so they are one contestant's steps, kept apart by the round.
    const openRound = async () => {
      dataDir = folder(`memory/${round++}`);
      steps = undefined;
    };
    let steps;
    const measure = async () => {
      const found = {};
      const bare = await startChild({
        args: ['-e', 'console.log("ready"); setInterval(() => {}, 1e6)'],
        ready: /^ready/,
      });
      found.node = await read(bare.pid, 0);
      await bare.stop();
      const first = await startApiServer({ root, dataDir });
      found.idle = await read(first.pid, 0);
      idleBytes = found.idle.anonymousMb * MB;
      await fill(first.url, manyObjects, folder('memory'));
      found.created = await read(first.pid, manyObjects);
      await first.stop();
      const second = await startApiServer({ root, dataDir });
      found.started = await read(second.pid, manyObjects);
      await second.stop();
      return found;
    };
    const step = (name) => async () => (await (steps ??= measure()))[name];
    const many = manyObjects.toLocaleString('en');
    const contestants = [
      { name: 'bare node', run: step('node') },
      { name: 'apiserver, idle', run: step('idle') },
      { name: `apiserver, started on ${many} objects`, run: step('started') },
      { name: `apiserver, after ${many} creates`, run: step('created') },
    ];
    const goals = [
      { title: 'idle: RssAnon, MB', atMost: 120, value: (r) => r['apiserver, idle'].anonymousMb },
      {
        title: `${many} objects: RssAnon of each, times its JSON`,
        atMost: 2,
        value: (r) => r[`apiserver, started on ${many} objects`].bytesPerObject / OBJECT_BYTES,
      },
    ];
    return { contestants, goals, openRound, close: async () => {} };
  },
};
