import { fileURLToPath } from 'node:url';

import { fill } from '../drive/api-calls.mjs';
import { startApiServer } from '../subjects/api-server.mjs';
import { startChild } from '../subjects/child.mjs';
import { cpuSeconds, residentBytes } from '../subjects/process-usage.mjs';
import { forgetCommands, longestCommandMs } from '../subjects/redis.mjs';
import { startServersOnRedis } from '../subjects/servers-on-redis.mjs';

const PINGS = fileURLToPath(new URL('../drive/redis-pings.mjs', import.meta.url));
const MB = 1_000_000;

/** @type {import('./measurements.mjs').Measurement} */
export const redisStart = {
  name: 'redis-start',
  title: 'Start of one more server on a full Redis',
  needs: 'redis',
  setting:
    'Objects of 2 KiB in Redis, one server running on it. From the start of the process of another to its `ready` line, and what it holds then. `pinged`: meanwhile a client sends PING after PING to Redis, at a raised priority; the longest time without an answer also holds the wait for a processor, of which it takes one half. The longest command is what Redis itself says of the commands of that time, by the clock and so with such waits too; 0 where none took a millisecond.',
  columns: [
    { key: 'ms', title: 'ms', digits: 0 },
    { key: 'cpuMs', title: 'its CPU, ms', digits: 0 },
    { key: 'redisCpuMs', title: 'Redis CPU, ms', digits: 0 },
    { key: 'anonymousMb', title: 'RssAnon, MB', digits: 1 },
    { key: 'commandMs', title: 'longest command of Redis, ms', digits: 1 },
    { key: 'silentMs', title: 'longest without a PONG, ms', digits: 1 },
  ],
  async open({ root, folder, manyObjects }) {
    const { redis, servers, stop } = await startServersOnRedis({ root, folder, name: 'redis-start', count: 1 });
    const existing = { root, dataDir: folder('redis-start/existing'), flags: redis.flags };
    const starts = async () => {
      await forgetCommands(redis);
      const before = cpuSeconds(redis.pid);
      const server = await startApiServer(existing);
      const cpuMs = cpuSeconds(server.pid) * 1_000;
      const redisCpuMs = (cpuSeconds(redis.pid) - before) * 1_000;
      const { anonymous } = residentBytes(server.pid);
      const commandMs = await longestCommandMs(redis);
      await server.stop();
      return { ms: server.readyMs, cpuMs, redisCpuMs, anonymousMb: anonymous / MB, commandMs };
    };
    await starts();
    await fill(servers[0].url, manyObjects, folder('redis-start'));

    const pinged = async () => {
      const env = { PINGS: JSON.stringify({ port: redis.port }) };
      const pings = await startChild({ args: [PINGS], env, ready: /^pinging/ });
      try {
        await pings.ask('begin', /^longest/);
        const started = await starts();
        const [, said] = await pings.ask('end', /^longest (.+)/);
        return { ...started, silentMs: JSON.parse(said).longestMs };
      } finally {
        await pings.stop();
      }
    };
    const many = manyObjects.toLocaleString('en');
    const contestants = [
      { name: `${many} objects`, run: starts },
      { name: `${many} objects, pinged`, run: pinged },
    ];
    const goals = [
      { title: `ready, ${many} objects in Redis: ms`, atMost: 3_000, value: (r) => r[`${many} objects`].ms },
      {
        title: `start on ${many} objects: longest command of Redis, ms`,
        atMost: 5,
        value: (r) => r[`${many} objects`].commandMs,
      },
    ];
    return { contestants, goals, close: stop };
  },
};
