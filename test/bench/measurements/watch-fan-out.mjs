import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { call, createOne } from '../drive/api-calls.mjs';
import { configMapBody } from '../objects.mjs';
import { CONFIG_MAPS, startApiServer } from '../subjects/api-server.mjs';
import { startBareFront } from '../subjects/bare-front.mjs';
import { startChild } from '../subjects/child.mjs';
import { writeCredentials } from '../subjects/credential-files.mjs';
import { cpuSeconds, residentBytes } from '../subjects/process-usage.mjs';

const CROWD = fileURLToPath(new URL('../drive/crowd.mjs', import.meta.url));
const WATCHERS = 1_000;
const WRITERS = 8;
/** JSON size of what is created: the event of a small object, and of one like the others here. Unit: bytes. */
const SIZES = [256, 2_048];
/** Time for a server to come to rest before its memory is read. */
const REST_MS = 2_000;

/** @type {import('./measurements.mjs').Measurement} */
export const watchFanOut = {
  name: 'watch-fan-out',
  title: '1,000 watchers of one namespace',
  setting: `A process of its own holds ${WATCHERS} TLS connections with client certificates, each with one watch, and counts events; ${WRITERS} writers create ConfigMaps one after the other. Deliveries/s from the first to the last delivery. The bare server writes each event, serialized once, to every response.`,
  columns: [
    { key: 'perSecond', title: 'deliveries/s', digits: 0 },
    { key: 'cpuUs', title: 'server CPU per delivery, µs', digits: 2 },
    { key: 'readersBusy', title: 'readers’ CPU, share of one core', digits: 2 },
    { key: 'kbPerWatcher', title: 'RssAnon per watcher, kB', digits: 1 },
  ],
  async open({ root, quick, folder }) {
    const here = folder('watch');
    const events = quick ? 200 : 500;
    const warmUpEvents = quick ? 50 : 150;
    const certified = folder('watch/certified');
    const first = await startApiServer({ root, dataDir: certified });
    const { bytes: object } = await createOne(first.url);
    const credentials = writeCredentials(certified, folder('watch/credentials'));
    await first.stop();

    // Every server is fresh: what one crowd left behind would hide the memory of the next. All have the same keys.
    let copies = 0;
    const startOrch = async () => {
      const dataDir = folder(`watch/${copies++}`);
      cpSync(join(certified, 'pki'), join(dataDir, 'pki'), { recursive: true });
      const server = await startApiServer({ root, dataDir });
      return { server, url: server.url, writePath: CONFIG_MAPS, watchFrom: () => watchFromNow(server.url) };
    };
    const startBare = async () => {
      const server = await startBareFront({ dataDir: certified, object, folder: here });
      return { server, url: server.urls.https, writePath: '/objects', watchFrom: () => '/watch' };
    };

    const fanOut = (startSubject, bytes) => async () => {
      const { server, url, writePath, watchFrom } = await startSubject();
      await write(url + writePath, bytes, warmUpEvents);
      await rest();
      const before = residentBytes(server.pid).anonymous;
      const crowd = await startChild({
        args: [CROWD],
        env: { CROWD: JSON.stringify({ url, path: await watchFrom(), ...credentials, watchers: WATCHERS }) },
        ready: /^watching/,
      });
      try {
        await rest();
        const after = residentBytes(server.pid).anonymous;
        await deliver(crowd, url + writePath, bytes, warmUpEvents);
        const cpuBefore = cpuSeconds(server.pid);
        const { deliveries, tookMs, cpuUs } = await deliver(crowd, url + writePath, bytes, events);
        return {
          perSecond: (deliveries * 1_000) / tookMs,
          cpuUs: ((cpuSeconds(server.pid) - cpuBefore) * 1_000_000) / deliveries,
          readersBusy: cpuUs / 1_000 / tookMs,
          kbPerWatcher: (after - before) / WATCHERS / 1_000,
        };
      } finally {
        await crowd.stop();
        await server.stop();
      }
    };
    const contestants = SIZES.flatMap((bytes) => [
      { name: `orch, ${bytes} bytes`, run: fanOut(startOrch, bytes) },
      { name: `bare node:https, ${bytes} bytes`, run: fanOut(startBare, bytes) },
    ]);
    const goals = [
      ...SIZES.map((bytes) => ({
        title: `1,000 watchers, objects of ${bytes} bytes: deliveries/s`,
        atLeast: 120_000,
        value: (r) => r[`orch, ${bytes} bytes`].perSecond,
      })),
      {
        title: '1,000 watchers: RssAnon of each, kB',
        atMost: 30,
        value: (r) => Math.max(...SIZES.map((bytes) => r[`orch, ${bytes} bytes`].kbPerWatcher)),
      },
    ];
    return { contestants, goals, close: async () => {} };
  },
};

const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS));

/** From the newest revision: what is there already is not sent. */
async function watchFromNow(url) {
  const { metadata } = JSON.parse(await call(`${url}${CONFIG_MAPS}?limit=1`));
  return `${CONFIG_MAPS}?watch=true&resourceVersion=${metadata.resourceVersion}`;
}

/** Creates `count` objects and waits until every watcher got them all. */
async function deliver(crowd, url, bytes, count) {
  const got = crowd.says(/^got (.+)/);
  await crowd.ask(`expect ${count}`, /^counting/);
  await write(url, bytes, count);
  return JSON.parse((await got)[1]);
}

async function write(url, bytes, count) {
  const body = configMapBody(bytes);
  let left = count;
  const writer = async () => {
    while (left-- > 0) await call(url, { method: 'POST', body });
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}
