import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { createOne, HEADERS, writeBody } from '../drive/api-calls.mjs';
import { etcdContestants, writeEtcdBodies } from '../drive/etcd-writes.mjs';
import { preparePuts, putInRedis } from '../drive/redis-put.mjs';
import { splitLoad } from '../drive/split-load.mjs';
import { CONFIG_MAPS } from '../subjects/api-server.mjs';
import { startBareFront } from '../subjects/bare-front.mjs';
import { startBareStore } from '../subjects/bare-store.mjs';
import { startEtcd } from '../subjects/etcd.mjs';
import { cpuSeconds } from '../subjects/process-usage.mjs';
import { startRedis } from '../subjects/redis.mjs';
import { startServersOnRedis } from '../subjects/servers-on-redis.mjs';

const CONNECTIONS = [1, 16, 64, 128];
const JSON_HEADERS = { ...HEADERS, 'content-type': 'application/json' };
/** About what Redis does in a second, so that its turns last as long as the others. */
const PUTS_PER_SECOND = { 1: 2_500, 16: 14_000, 64: 20_000, 128: 20_000 };

/** @type {import('./measurements.mjs').Measurement} */
export const redisCreate = {
  name: 'redis-create',
  title: 'Durable creates of 2 KiB on Redis',
  needs: 'redis',
  setting:
    'POST over TLS 1.3 with generateName and a static token, by h2load. Redis flushes every answered write (`appendfsync always`) to the disk the others use. Two servers: the connections are divided among both, without a balancer; rates are added, times are those of the slower one. Bare node:https parses and stringifies the same body, keeps it by the same driver on a Redis of its own, and does nothing else: the most a server on Node can do. The bare driver writes values of the size Orch stores, from its own process. Bare Redis: `redis-benchmark` calls a function that does one SET and one XADD. etcd as for the embedded store. Every server starts fresh in every round.',
  columns: [
    { key: 'perSecond', title: 'writes/s', digits: 0 },
    { key: 'p50Ms', title: 'p50, ms', digits: 2 },
    { key: 'p99Ms', title: 'p99, ms', digits: 2 },
    { key: 'cpuUs', title: 'server CPU per write, µs', digits: 1 },
    { key: 'redisCpuUs', title: 'Redis CPU per write, µs', digits: 1 },
  ],
  async open({ root, seconds, warmUpSeconds, folder, tools, quick }) {
    const here = folder('redis-create');
    const bodyFile = writeBody(here);
    const bodies = writeEtcdBodies(here);
    const logFile = join(here, 'times.log');

    let peers;
    let round = 0;
    const openRound = async () => {
      const at = (name) => folder(`redis-create/${round}/${name}`);
      round++;
      const one = await startServersOnRedis({ root, folder: at, name: 'one', count: 1 });
      const { bytes } = await createOne(one.servers[0].url);
      const two = await startServersOnRedis({ root, folder: at, name: 'two', count: 2 });
      const under = await startRedis(at('redis-under-driver'));
      const driver = await startBareStore({
        root,
        directory: at('driver'),
        valueBytes: bytes.length,
        redisUrl: under.url,
      });
      const frontRedis = await startRedis(at('redis-under-front'));
      const storage = { backend: 'redis', dataDir: at('front'), redis: { urls: [frontRedis.url] } };
      const { dataDir } = one.servers[0];
      const front = await startBareFront({ dataDir, object: bytes, folder: here, store: { root, storage } });
      const bare = await startRedis(at('redis-bare'));
      await preparePuts(bare);
      const etcd = tools.etcd && (await startEtcd(at('etcd')));
      const fronts = { redis: frontRedis, servers: [{ ...front, url: front.urls.https }], stop: front.stop };
      peers = { one, two, fronts, frontRedis, driver, under, bare, etcd };
      // Fresh processes compile while they warm up; every one gets as long.
      const warmUp = { connections: 32, seconds: quick ? 1 : 3, headers: JSON_HEADERS, bodyFile };
      for (const side of [one, two, fronts]) await splitLoad({ ...side, path: CONFIG_MAPS, load: warmUp });
      await driver.write({ writers: warmUp.connections, seconds: warmUp.seconds });
    };
    const closeRound = async () => {
      // Before their Redis.
      const { under, frontRedis, ...others } = peers;
      await Promise.all(Object.values(others).map((peer) => peer?.stop()));
      await Promise.all([under.stop(), frontRedis.stop()]);
      // What five rounds write would fill a small disk.
      rmSync(folder(`redis-create/${round - 1}`), { recursive: true });
    };

    const servers = (name, connections) => () => {
      const load = { connections, seconds, warmUpSeconds, headers: JSON_HEADERS, bodyFile, logFile };
      return splitLoad({ ...peers[name], path: CONFIG_MAPS, load });
    };
    const driver = (writers) => async () => {
      const spent = () => [peers.driver, peers.under].map(({ pid }) => cpuSeconds(pid));
      const before = spent();
      const report = await peers.driver.write({ writers, seconds });
      const [cpuUs, redisCpuUs] = spent().map((s, i) => ((s - before[i]) * 1_000_000) / (report.perSecond * seconds));
      return { ...report, cpuUs, redisCpuUs };
    };
    const bare = (connections) => async () => {
      const before = cpuSeconds(peers.bare.pid);
      const requests = Math.round(PUTS_PER_SECOND[connections] * seconds);
      const report = await putInRedis(peers.bare, { connections, requests });
      return { ...report, redisCpuUs: ((cpuSeconds(peers.bare.pid) - before) * 1_000_000) / requests };
    };
    const etcd = (connections) =>
      etcdContestants(() => peers.etcd, { connections, seconds, warmUpSeconds, bodies, logFile });

    const contestants = CONNECTIONS.flatMap((count) => [
      { name: `one server, ${count}`, run: servers('one', count) },
      { name: `two servers, ${count}`, run: servers('two', count) },
      { name: `bare node:https on the driver, ${count}`, run: servers('fronts', count) },
      { name: `bare driver, ${count}`, run: driver(count) },
      { name: `bare Redis, ${count}`, run: bare(count) },
      ...(tools.etcd ? etcd(count) : []),
    ]);
    const goals = [1, 16, 128].map((count) => ({
      title: `creates on Redis, ${count} ${count === 1 ? 'connection' : 'connections'}: times etcd’s transactions`,
      atLeast: 1,
      value: (r) => r[`one server, ${count}`].perSecond / r[`etcd transaction, ${count}`]?.perSecond,
    }));
    goals.push({
      title: 'creates on Redis, 128 connections: share of bare node:https on the driver',
      atLeast: 0.4,
      value: (r) => r['one server, 128'].perSecond / r['bare node:https on the driver, 128'].perSecond,
    });
    return { contestants, goals, openRound, closeRound, close: async () => {} };
  },
};
