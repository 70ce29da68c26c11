import { createOne, letReadersRead, READER_HEADERS } from '../drive/api-calls.mjs';
import { splitLoad } from '../drive/split-load.mjs';
import { startServersOnRedis } from '../subjects/servers-on-redis.mjs';

const CONNECTIONS = [16, 64, 128];
const SERVERS = { 'one server': 1, 'two servers': 2 };
/** What is asked for: the newest, or whatever the server has seen. */
const READS = { newest: '', 'resourceVersion=0': '?resourceVersion=0' };

/** @type {import('./measurements.mjs').Measurement} */
export const redisGet = {
  name: 'redis-get',
  title: 'GET of one ConfigMap of 2 KiB from servers on Redis',
  needs: 'redis',
  setting:
    'HTTP/1.1, kept alive, TLS 1.3, a token of a user with the role `view`, by h2load; with two servers the connections are divided among both. `newest`: a server confirms the newest revision with Redis before it answers, once for all concurrent requests. `resourceVersion=0`: it confirms once a second. One server takes a core and h2load for it half of one: on two cores a second server can add what is left of them and no more, and the processor time of each request shows what it would add on a core of its own.',
  columns: [
    { key: 'perSecond', title: 'requests/s', digits: 0 },
    { key: 'cpuUs', title: 'server CPU per request, µs', digits: 1 },
    { key: 'redisCpuUs', title: 'Redis CPU per request, µs', digits: 1 },
  ],
  async open({ root, seconds, warmUpSeconds, folder }) {
    const { redis, servers, stop } = await startServersOnRedis({ root, folder, name: 'redis-get', count: 2 });
    const [{ url }] = servers;
    const { path } = await createOne(url);
    await letReadersRead(url);

    // Fresh processes compile while they warm up.
    const warmUp = { connections: 32, seconds: 2, headers: READER_HEADERS };
    await splitLoad({ servers, redis, path, load: warmUp });

    const gets = (count, query, connections) => () =>
      splitLoad({
        servers: servers.slice(0, count),
        redis,
        path: path + query,
        load: { connections, seconds, warmUpSeconds, headers: READER_HEADERS },
      });
    const contestants = CONNECTIONS.flatMap((connections) =>
      Object.entries(READS).flatMap(([read, query]) =>
        Object.entries(SERVERS).map(([name, count]) => ({
          name: `${name}, ${read}, ${connections}`,
          run: gets(count, query, connections),
        })),
      ),
    );
    const goals = [
      {
        title: 'GET, 128 connections: two servers, times one',
        atLeast: 1,
        value: (r) => r['two servers, newest, 128'].perSecond / r['one server, newest, 128'].perSecond,
      },
      {
        title: 'GET, 128 connections: server CPU of the newest, times that with resourceVersion=0',
        atMost: 1.5,
        value: (r) => r['one server, newest, 128'].cpuUs / r['one server, resourceVersion=0, 128'].cpuUs,
      },
    ];
    return { contestants, goals, close: stop };
  },
};
