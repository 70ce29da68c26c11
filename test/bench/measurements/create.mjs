import { join } from 'node:path';

import { createOne, HEADERS, writeBody } from '../drive/api-calls.mjs';
import { etcdContestants, writeEtcdBodies } from '../drive/etcd-writes.mjs';
import { h2load } from '../drive/h2load.mjs';
import { measuredLoad } from '../drive/measured-load.mjs';
import { CONFIG_MAPS, startApiServer } from '../subjects/api-server.mjs';
import { startBareFront } from '../subjects/bare-front.mjs';
import { startBareStore } from '../subjects/bare-store.mjs';
import { startEtcd } from '../subjects/etcd.mjs';
import { cpuSeconds } from '../subjects/process-usage.mjs';

const CONNECTIONS = [1, 16, 64, 128];
const JSON_HEADERS = { ...HEADERS, 'content-type': 'application/json' };

/** @type {import('./measurements.mjs').Measurement} */
export const create = {
  name: 'create',
  title: 'Durable creates of 2 KiB',
  setting:
    'POST over TLS 1.3 with generateName and a static token, by h2load. Bare node:https parses and stringifies the same body and keeps nothing. The bare store writes values of the size Orch stores, from its own process. etcd over plain HTTP/2 by h2load, 2 KiB under one key: a transaction that compares the version of a key that is not there and puts, as an API server creates; and `KV/Put`. Every server starts fresh in every round.',
  columns: [
    { key: 'perSecond', title: 'writes/s', digits: 0 },
    { key: 'p50Ms', title: 'p50, ms', digits: 2 },
    { key: 'p99Ms', title: 'p99, ms', digits: 2 },
    { key: 'cpuUs', title: 'server CPU per write, µs', digits: 1 },
  ],
  async open({ root, seconds, warmUpSeconds, folder, tools, quick }) {
    const here = folder('create');
    const bodyFile = writeBody(here);
    const bodies = writeEtcdBodies(here);
    const logFile = join(here, 'times.log');

    let peers;
    let round = 0;
    const warmUp = { connections: 32, seconds: quick ? 1 : 3 };
    const openRound = async () => {
      const at = (name) => folder(`create/${round}-${name}`);
      round++;
      const orch = await startApiServer({ root, dataDir: at('orch') });
      const { bytes } = await createOne(orch.url);
      const bare = await startBareFront({ dataDir: orch.dataDir, object: bytes, folder: here });
      const store = await startBareStore({ root, directory: at('store'), valueBytes: bytes.length });
      const etcd = tools.etcd && (await startEtcd(at('etcd')));
      peers = { orch, bare, store, etcd };
      // Fresh processes compile while they warm up; every one gets as long.
      for (const url of [orch.url + CONFIG_MAPS, `${bare.urls.https}/objects`]) {
        await h2load({ url, ...warmUp, headers: JSON_HEADERS, bodyFile });
      }
      await store.write({ writers: warmUp.connections, seconds: warmUp.seconds });
    };
    const closeRound = async () => {
      await Promise.all(Object.values(peers).map((peer) => peer?.stop()));
    };

    const post = (name, url) => (connections) => () =>
      measuredLoad(peers[name].pid, {
        url: url(peers[name]),
        connections,
        seconds,
        warmUpSeconds,
        headers: JSON_HEADERS,
        bodyFile,
        logFile,
      });
    const etcd = (connections) =>
      etcdContestants(() => peers.etcd, { connections, seconds, warmUpSeconds, bodies, logFile });
    const write = (writers) => async () => {
      const { store } = peers;
      const before = cpuSeconds(store.pid);
      const report = await store.write({ writers, seconds });
      return { ...report, cpuUs: ((cpuSeconds(store.pid) - before) * 1_000_000) / (report.perSecond * seconds) };
    };
    const orch = post('orch', (peer) => peer.url + CONFIG_MAPS);
    const bare = post('bare', (peer) => `${peer.urls.https}/objects`);

    const contestants = CONNECTIONS.flatMap((count) => [
      { name: `orch, ${count}`, run: orch(count) },
      { name: `bare node:https, ${count}`, run: bare(count) },
      { name: `bare store, ${count}`, run: write(count) },
      ...(tools.etcd ? etcd(count) : []),
    ]);
    const goals = [
      {
        title: 'creates, 64 connections: share of bare node:https',
        atLeast: 0.4,
        value: (r) => r['orch, 64'].perSecond / r['bare node:https, 64'].perSecond,
      },
      ...[16, 128].map((count) => ({
        title: `creates, ${count} connections: times etcd’s transactions`,
        atLeast: 1,
        value: (r) => r[`orch, ${count}`].perSecond / r[`etcd transaction, ${count}`]?.perSecond,
      })),
    ];
    return { contestants, goals, openRound, closeRound, close: async () => {} };
  },
};
