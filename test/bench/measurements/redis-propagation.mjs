import { fileURLToPath } from 'node:url';

import { call, HEADERS } from '../drive/api-calls.mjs';
import { CONFIG_MAPS } from '../subjects/api-server.mjs';
import { startChild } from '../subjects/child.mjs';
import { startServersOnRedis } from '../subjects/servers-on-redis.mjs';

const PROPAGATION = fileURLToPath(new URL('../drive/propagation.mjs', import.meta.url));
const RATES = [200, 2_000];
const WATCHED = ['same server', 'other server'];

/** @type {import('./measurements.mjs').Measurement} */
export const redisPropagation = {
  name: 'redis-propagation',
  title: 'From a write on one server to a watch on another',
  needs: 'redis',
  setting:
    'Two servers on one Redis. One process, at a raised priority, creates ConfigMaps of 2 KiB on the first server at an even rate and watches the namespace on both. Counted from the moment a create was sent, so with the create itself, and from its answer: below 0 the event was there first. Two cores carry the driver, two servers and Redis.',
  columns: [
    { key: 'perSecond', title: 'writes/s', digits: 0 },
    { key: 'sentP50Ms', title: 'from sent: p50, ms', digits: 2 },
    { key: 'sentP99Ms', title: 'p99, ms', digits: 2 },
    { key: 'answerP50Ms', title: 'from the answer: p50, ms', digits: 2 },
    { key: 'answerP99Ms', title: 'p99, ms', digits: 2 },
  ],
  async open({ root, folder, seconds }) {
    const { servers, stop } = await startServersOnRedis({ root, folder, name: 'redis-propagation', count: 2 });
    const [first, second] = servers;
    const { metadata } = JSON.parse(await call(`${first.url}${CONFIG_MAPS}?limit=1`));
    const driver = await startChild({
      args: [PROPAGATION],
      env: {
        PROPAGATION: JSON.stringify({
          written: first.url,
          watched: { 'same server': first.url, 'other server': second.url },
          path: CONFIG_MAPS,
          watchPath: `${CONFIG_MAPS}?watch=true&resourceVersion=${metadata.resourceVersion}`,
          headers: HEADERS,
        }),
      },
      ready: /^watching/,
    });
    const load = async (perSecond) =>
      JSON.parse((await driver.ask(JSON.stringify({ perSecond, seconds }), /^measured (.+)/))[1]);
    // Fresh processes compile while they warm up.
    await load(RATES.at(-1));

    // Both watches are measured by the same writes, so each rate is loaded once in a round.
    let loads = new Map();
    const openRound = async () => {
      loads = new Map();
    };
    const step = (rate, watch) => async () => {
      if (!loads.has(rate)) loads.set(rate, load(rate));
      return (await loads.get(rate))[watch];
    };
    const contestants = RATES.flatMap((rate) =>
      WATCHED.map((watch) => ({ name: `${rate.toLocaleString('en')}/s, ${watch}`, run: step(rate, watch) })),
    );
    const goals = RATES.flatMap((rate) => {
      const name = `${rate.toLocaleString('en')}/s, other server`;
      return [
        {
          title: `${rate.toLocaleString('en')} writes/s, sent to seen on another server: p50, ms`,
          atMost: 3,
          value: (r) => r[name].sentP50Ms,
        },
        {
          title: `${rate.toLocaleString('en')} writes/s, sent to seen on another server: p99, ms`,
          atMost: 20,
          value: (r) => r[name].sentP99Ms,
        },
      ];
    });
    const close = async () => {
      await driver.stop();
      await stop();
    };
    return { contestants, goals, openRound, close };
  },
};
