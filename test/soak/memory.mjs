// `npm run test:soak -- --minutes=60`: holds many objects, writes to them without pause, and says whether memory stays in
// its bound: twice the JSON of what is stored, above an empty server. Ends with status 1 when it does not.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { call, createOne, fill } from '../bench/drive/api-calls.mjs';
import { CONFIG_MAPS, startApiServer } from '../bench/subjects/api-server.mjs';
import { residentBytes } from '../bench/subjects/process-usage.mjs';
import { churn, namesOf } from './churn.mjs';

const BOUND = 2;
const REST_MS = 10_000;
const SAMPLE = 500;
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    objects: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '200' },
  },
});
const objects = Number(values.objects);
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'orch-soak-'));
const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS));

const server = await startApiServer({ root, dataDir: join(folder, 'data') });
let status = 0;
try {
  await rest();
  const idle = residentBytes(server.pid).anonymous;
  await createOne(server.url);
  await fill(server.url, objects - 1, folder);
  const url = server.url + CONFIG_MAPS;
  // Of some: all of them would weigh in what is measured.
  const bytesOfOne = async () => Math.round((await call(`${url}?limit=${SAMPLE}`)).length / SAMPLE);
  const report = async (what) => {
    const { anonymous } = residentBytes(server.pid);
    const bytes = await bytesOfOne();
    const times = (anonymous - idle) / objects / bytes;
    const megabytes = (anonymous / 1e6).toFixed(0);
    console.log(`${what}: RssAnon ${megabytes} MB, ${times.toFixed(2)} times the JSON of each object (${bytes} bytes)`);
    return times;
  };
  await rest();
  let worst = await report(`${objects} objects, after load`);
  const names = await namesOf(url, call);
  const end = Date.now() + Number(values.minutes) * 60_000;
  for (let minute = 1; Date.now() < end; minute++) {
    const writes = await churn({ url, names, call, forMs: 60_000, perSecond: Number(values.rate) });
    worst = Math.max(worst, await report(`minute ${minute}, ${writes} writes`));
  }
  await rest();
  worst = Math.max(worst, await report('after the churn'));
  status = worst < BOUND ? 0 : 1;
  console.log(`${status === 0 ? 'ok' : 'not ok'}: at most ${worst.toFixed(2)} times, bound ${BOUND}`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
process.exit(status);
