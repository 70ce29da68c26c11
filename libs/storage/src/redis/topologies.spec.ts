import { join } from 'node:path';
import { startRedis, startRedisCluster, startReplication, startSentinels, temporaryDirectory } from '@orch/testing';

import { listed, plain, value, watched } from '../conformance/observations.js';
import { EPOCH_JUMP } from '../epoch-revision.js';
import type { RedisOptions } from './redis-options.js';
import { Cleanups, logOf, type OpenedStore, openRedis, untilRevision } from './stores.fixture.js';

let cleanups: Cleanups;

beforeEach(() => {
  cleanups = new Cleanups();
});
afterEach(() => cleanups.run());

const open = async (options: RedisOptions): Promise<OpenedStore> =>
  cleanups.add(await openRedis(options), ({ storage }) => storage.close());

const keysOf = async ({ storage }: OpenedStore) => (await listed(storage)).items.map(({ key }) => key);

describe('one server', () => {
  it('with mutual TLS, a user and its own database', async () => {
    const user = { name: 'orch', password: 'p@ss:word/' };
    const redis = cleanups.add(await startRedis({ tls: 'mutual', users: [user] }), (server) => server.stop());
    const { ca, client } = redis.certificates!;
    const tls = { ca, cert: client.certificatePem, key: client.privateKeyPem };
    const [plainUrl, third] = [redis.url, `${redis.url}/3`];
    const one = await open({ urls: [third], tls });
    const other = await open({ urls: [plainUrl], tls });
    await one.storage.create('a', value('1'));
    expect(await keysOf(await open({ urls: [third], tls }))).toEqual(['a']);
    expect(await keysOf(other)).toEqual([]);
    await expect(openRedis({ urls: [third] })).rejects.toMatchObject({ code: 'SELF_SIGNED_CERT_IN_CHAIN' });
  });

  it('on a socket, with several control planes', async () => {
    const directory = cleanups.add(await temporaryDirectory(), (d) => d.remove());
    const path = join(directory.path, 'redis.sock');
    const redis = cleanups.add(await startRedis({ settings: { unixsocket: path } }), (server) => server.stop());
    const urls = [`redis+unix://${path}`];
    const one = await open({ urls, keyPrefix: 'one' });
    const other = await open({ urls, keyPrefix: 'other' });
    await one.storage.create('a', value('1'));
    expect([await keysOf(one), await keysOf(other)]).toEqual([['a'], []]);
    expect(await other.storage.confirm()).toBe(0);
    expect(await redis.cli('EXISTS', '{one}:meta')).toBe(1);
  });
});

it('Sentinels: a write that a replica has acknowledged survives the primary, and writers continue', async () => {
  const replication = cleanups.add(await startReplication({ replicas: 2 }), (part) => part.stop());
  // One Sentinel: several may split their votes and wait seconds for the next election.
  const sentinels = cleanups.add(await startSentinels(1, replication), (part) => part.stop());
  const options: RedisOptions = { urls: [sentinels.url], durability: { mode: 'replicated', replicas: 1 } };
  const [one, other] = [await open(options), await open(options)];
  const watches = [one, other].map(({ storage }) => watched(storage.watch('', 0)));

  let isOver = false;
  const acknowledged: number[] = [];
  const write = async ({ storage }: OpenedStore, name: string) => {
    for (let n = 0; !isOver; n++) {
      const written = await storage.create(`${name}/${n}`, value(String(n))).catch((error: unknown) => {
        // Both failures at the time limit are allowed; losing an acknowledged write is not.
        expect(error).toMatchObject({ code: expect.stringMatching(/^(Unavailable|Refused)$/) as string });
      });
      if (written) acknowledged.push(written.revision);
    }
  };
  const writing = [write(one, 'one'), write(other, 'other')];
  await watches[0]!.reached(50);
  await replication.primary.kill();
  await sentinels.untilPrimaryIsNot(replication.primary.port);
  const after = await other.storage.create('after', value(''));
  expect(after.revision).toBeGreaterThan(EPOCH_JUMP);
  isOver = true;
  await Promise.all(writing);

  const newest = await one.storage.confirm();
  await one.storage.list('');
  const log = await logOf(one.storage);
  const revisions = new Set(log.map(({ revision }) => revision));
  expect(acknowledged.filter((revision) => !revisions.has(revision))).toEqual([]);
  for (const watch of watches) {
    // No lost event was delivered, so no watch had to relist.
    expect(watch.error).toBeUndefined();
    await untilRevision(watch, log.at(-1)!.revision);
    expect(watch.events.map(plain)).toEqual(log);
  }
  expect(newest).toBeGreaterThanOrEqual(log.at(-1)!.revision);
});

it('a cluster: each control plane is on one node, for any configured address', async () => {
  const cluster = cleanups.add(await startRedisCluster(3), (part) => part.stop());
  const prefixes = ['orch', 'east', 'west', 'north'];
  for (const [n, keyPrefix] of prefixes.entries()) {
    const one = await open({ urls: [cluster.url], keyPrefix });
    const other = await open({ urls: [`redis+cluster://127.0.0.1:${cluster.nodes[n % 3]!.port}`], keyPrefix });
    const watch = watched(other.storage.watch('', 0));
    const { revision } = await one.storage.create(keyPrefix, value(''));
    await untilRevision(watch, revision);
    expect(await keysOf(other)).toEqual([keyPrefix]);
    const home = await cluster.nodeOf(`{${keyPrefix}}`);
    expect(await home.cli('HGET', `{${keyPrefix}}:meta`, 'revision')).toBe('1');
  }
});

describe('an address that is cut off from the others and names a server that is gone', () => {
  it('of a Sentinel: the next attempt asks another one', async () => {
    const [alive, gone] = await Promise.all([startReplication({ replicas: 0 }), startReplication({ replicas: 0 })]);
    for (const part of [alive, gone]) cleanups.add(part, () => part.stop());
    const [knowing, stale] = [await startSentinels(1, alive), await startSentinels(1, gone)];
    for (const part of [knowing, stale]) cleanups.add(part, () => part.stop());
    await gone.primary.kill();
    const { storage } = await open({ urls: [stale.url, knowing.url] });
    await storage.create('a', value('1'));
    expect(await alive.primary.cli('HGET', '{orch}:meta', 'revision')).toBe('1');
  });

  it('of a node of a cluster: the next attempt asks another one', async () => {
    const [cluster, other] = [await startRedisCluster(2), await startRedisCluster(2)];
    for (const part of [cluster, other]) cleanups.add(part, () => part.stop());
    const gone = await other.nodeOf('{orch}');
    await gone.kill();
    const stale = other.nodes.find((node) => node !== gone)!;
    const { storage } = await open({ urls: [`redis+cluster://127.0.0.1:${stale.port}`, cluster.url] });
    await storage.create('a', value('1'));
    expect(await (await cluster.nodeOf('{orch}')).cli('HGET', '{orch}:meta', 'revision')).toBe('1');
  });
});
