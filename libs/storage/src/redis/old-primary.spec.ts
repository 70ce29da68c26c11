import { startReplication, startTcpProxy, type TcpProxy, type TestRedis } from '@orch/testing';

import { value, watched } from '../conformance/observations.js';
import { Cleanups, type OpenedStore, openRedis, untilRevision } from './stores.fixture.js';

let cleanups: Cleanups;

beforeEach(() => {
  cleanups = new Cleanups();
});
afterEach(() => cleanups.run());

const revisionAt = async (redis: TestRedis): Promise<number> =>
  Number(await redis.cli('HGET', '{orch}:meta', 'revision'));

/** A process after a failover from `old` to `current`, whose connections go to where the proxy leads. */
interface AfterFailover extends OpenedStore {
  readonly old: TestRedis;
  readonly current: TestRedis;
  readonly proxy: TcpProxy;
}

/** The old primary still takes itself for one. */
async function failOver(): Promise<AfterFailover> {
  const { servers, primary: old } = cleanups.add(await startReplication({ replicas: 2 }), (part) => part.stop());
  const [, current, replica] = servers as [TestRedis, TestRedis, TestRedis];
  const proxy = cleanups.add(await startTcpProxy(old.port), (part) => part.stop());
  const urls = [`redis://127.0.0.1:${proxy.port}`];
  const store = await openRedis({ urls, durability: { mode: 'replicated', replicas: 1 } });
  cleanups.add(store.storage, (storage) => storage.close());
  const { revision } = await store.storage.create('before', value(''));
  // The other replica may be the one that has confirmed it.
  while ((await revisionAt(current)) < revision);
  await current.cli('REPLICAOF', 'NO', 'ONE');
  await replica.cli('REPLICAOF', '127.0.0.1', current.port);
  // Returns when it follows.
  await current.cli('WAIT', 1, 0);
  proxy.redirect(current.port);
  proxy.reset();
  await store.storage.create('after', value(''));
  return { ...store, old, current, proxy };
}

/** One connection ends and is made again, to the old primary: the Sentinel that was asked did not know of the failover. */
async function strayTo({ observed, proxy, old, current }: AfterFailover, link: string): Promise<void> {
  const before = observed.connected.all.length;
  proxy.redirect(old.port);
  const clients = String(await current.cli('CLIENT', 'LIST'));
  const id = new RegExp(`^id=(\\d+) .* name=orch-${link} `, 'm').exec(clients)![1]!;
  await current.cli('CLIENT', 'KILL', 'ID', id);
  await observed.connected.first((name) => name === link, before);
  proxy.redirect(current.port);
}

/** The first answer. A call on a connection that is replaced fails. */
async function confirmed({ storage, observed }: OpenedStore): Promise<number> {
  for (;;) {
    const before = observed.connected.all.length;
    try {
      return await storage.confirm();
    } catch (error) {
      expect(error).toMatchObject({ code: 'Unavailable' });
      await observed.connected.first((link) => link === 'reader', before);
    }
  }
}

describe('an old primary begins an epoch before it is demoted', () => {
  it.each(['writer', 'reader', 'follower'])('as the %s reaches it', async (link) => {
    const store = await failOver();
    const { storage, old, current } = store;
    const watch = watched(storage.watch('', 0));
    await strayTo(store, link);
    const lost = await revisionAt(old);
    expect(lost).toBeGreaterThan(await revisionAt(current));
    expect(storage.status().newestRevision).toBe(lost);
    // As Sentinels do it.
    await old.cli('REPLICAOF', '127.0.0.1', current.port);
    await old.cli('CLIENT', 'KILL', 'TYPE', 'normal');

    const newest = await confirmed(store);
    const { revision } = await storage.create('later', value(''));
    expect(revision).toBeGreaterThan(newest);
    await untilRevision(watch, revision);
    expect(watch.events.map(({ key }) => key)).toEqual(['before', 'after', 'later']);
    expect(await confirmed(store)).toBe(revision);
  });

  it('and a connection stays there: what the primary confirms is delivered', async () => {
    const store = await failOver();
    await strayTo(store, 'writer');
    const lost = await revisionAt(store.old);
    const newest = await confirmed(store);
    expect(newest).toBeGreaterThan(lost);
    await store.observed.epochs.first(({ revision }) => revision >= newest);
    expect(store.storage.revision).toBe(newest);
    expect(await revisionAt(store.current)).toBe(newest);
  });
});

it('a write on a connection to an old primary that is not demoted is applied by the new one', async () => {
  const store = await failOver();
  const watch = watched(store.storage.watch('', 0));
  await strayTo(store, 'writer');
  const { revision } = await store.storage.create('later', value(''));
  expect(await revisionAt(store.current)).toBe(revision);
  await untilRevision(watch, revision);
  expect(watch.events.map(({ key }) => key)).toEqual(['before', 'after', 'later']);
});

it('writes go on when only new connections lead to the new primary', async () => {
  const { servers, primary: old } = cleanups.add(await startReplication({ replicas: 2 }), (part) => part.stop());
  const [, current, replica] = servers as [TestRedis, TestRedis, TestRedis];
  const proxy = cleanups.add(await startTcpProxy(old.port), (part) => part.stop());
  const urls = [`redis://127.0.0.1:${proxy.port}`];
  const { storage } = await openRedis({ urls, durability: { mode: 'replicated', replicas: 1 } });
  cleanups.add(storage, () => storage.close());
  const { revision } = await storage.create('before', value(''));
  while ((await revisionAt(current)) < revision);
  await current.cli('REPLICAOF', 'NO', 'ONE');
  await replica.cli('REPLICAOF', '127.0.0.1', current.port);
  await current.cli('WAIT', 1, 0);
  // The old primary is cut off from its replicas, and refuses what may write; the follower's XREAD goes on.
  await old.cli('CONFIG', 'SET', 'min-replicas-to-write', 1);
  while (Number(/connected_slaves:(\d)/.exec(String(await old.cli('INFO', 'replication')))![1]) > 0);
  proxy.redirect(current.port);
  const after = await storage.create('after', value(''));
  expect(await storage.get('after')).toMatchObject({ revision: after.revision });
});
