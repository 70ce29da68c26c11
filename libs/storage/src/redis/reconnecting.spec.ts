import { seededRandom } from '@orch/apimachinery';
import { startRedis, startTcpProxy, type TcpProxy, type TestRedis } from '@orch/testing';

import { numbered, plain, value, watched } from '../conformance/observations.js';
import { Cleanups, logOf, type OpenedStore, openRedis, untilRevision } from './stores.fixture.js';

let redis: TestRedis;
let stores = 0;
let cleanups: Cleanups;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());
beforeEach(() => {
  cleanups = new Cleanups();
});
afterEach(() => cleanups.run());

/** Two processes on one store: one behind a proxy, one with a direct connection. */
async function openBoth(): Promise<{ proxy: TcpProxy; cut: OpenedStore; calm: OpenedStore }> {
  const keyPrefix = `store-${++stores}`;
  const open = async (port: number) =>
    cleanups.add(await openRedis({ urls: [`redis://127.0.0.1:${port}`], keyPrefix }), ({ storage }) => storage.close());
  const proxy = cleanups.add(await startTcpProxy(redis.port), (p) => p.stop());
  return { proxy, cut: await open(proxy.port), calm: await open(redis.port) };
}

/** Resolves when no process reads changes: each waits for the next one. */
async function untilBlocked(): Promise<void> {
  for (;;) {
    const clients = String(await redis.cli('CLIENT', 'LIST')).match(/name=orch-follower .* flags=\S+/g) ?? [];
    if (clients.length > 0 && clients.every((client) => client.endsWith('=b'))) return;
  }
}

describe('a process whose connections break', () => {
  it('applies and delivers each of hundreds of writes exactly once', async () => {
    const { proxy, cut, calm } = await openBoth();
    const random = seededRandom(7);
    const seen = watched(cut.storage.watch('', 0));
    const plainSeen = watched(cut.storage.watch('', 0, { previous: false }));
    /** Writes a key that no other writer uses, so there are no conflicts. */
    const write = async (n: number) => {
      const key = `k/${n}`;
      let { revision } = await cut.storage.create(key, numbered('a#'));
      const revisions = [revision];
      for (let change = 0; change < 12; change++) {
        ({ revision } = await cut.storage.replace(key, revision, numbered('b#')));
        revisions.push(revision);
      }
      if (n % 2 === 0) revisions.push((await cut.storage.delete(key, revision, value('gone'))).revision);
      return revisions;
    };
    const writing = Promise.all(Array.from({ length: 40 }, (_none, n) => write(n)));
    let isOver = false;
    const over = writing.finally(() => (isOver = true));
    while (!isOver) {
      const before = cut.observed.connected.all.length;
      proxy.dropAfter(Math.floor(random() * 20_000), random() < 0.5 ? 'toClient' : 'toTarget');
      await Promise.race([cut.observed.connected.first(undefined, before), over]);
    }
    const revisions = await writing;
    expect(cut.storage.status().reconnects).toBeGreaterThan(0);

    const log = await logOf(calm.storage);
    const each = new Set(revisions.flat());
    expect(log.map(({ revision }) => revision)).toEqual([...each].sort((a, b) => a - b));
    expect(log.map(({ revision }) => revision)).toEqual(log.map((_event, i) => i + 1));
    const last = await calm.storage.create('last', value(''));
    await Promise.all([seen, plainSeen].map((watch) => untilRevision(watch, last.revision)));
    expect(seen.events.map(plain).slice(0, -1)).toEqual(log);
    expect(plainSeen.events.map(({ revision }) => revision)).toEqual(seen.events.map(({ revision }) => revision));
    expect(cut.storage.status()).toMatchObject({ connected: true, rebuilds: 0 });
  });

  it('gets the outcome of a write whose answer was lost', async () => {
    const { proxy, cut, calm } = await openBoth();
    const before = cut.observed.disconnected.all.length;
    // Redis receives everything, its answers are dropped.
    proxy.blackhole('toClient');
    const arrived = watched(calm.storage.watch('', 0));
    const writing = cut.storage.create('once', numbered('v#'));
    await arrived.reached(1);
    proxy.reset();
    await cut.observed.disconnected.first(({ link }) => link === 'writer', before);
    await proxy.heal();
    expect(await writing).toMatchObject({ key: 'once', revision: 1 });
    expect(await logOf(calm.storage)).toHaveLength(1);
  });

  it('closes a silent connection and reconnects', async () => {
    const { proxy, cut, calm } = await openBoth();
    proxy.blackhole();
    const writing = cut.storage.create('late', value('v'));
    await cut.observed.disconnected.first(({ link }) => link === 'writer');
    // The held-back data arrives now, on the closed connection.
    await proxy.heal();
    expect(await writing).toMatchObject({ revision: 1 });
    expect(await logOf(calm.storage)).toHaveLength(1);
  });

  it('closes a new connection that is silent', async () => {
    const { proxy, cut } = await openBoth();
    proxy.blackhole();
    proxy.reset();
    const isSilence = ({ link, error }: { link: string; error: unknown }) =>
      link === 'writer' && String(error).includes('no answer within');
    await cut.observed.disconnected.first(isSilence);
    await proxy.heal();
    expect(await cut.storage.create('a', value('v'))).toMatchObject({ revision: 1 });
  });

  it('completes a watch that still reads history when the store is closed', async () => {
    const { proxy, cut } = await openBoth();
    await cut.storage.create('a', value('v'));
    await untilBlocked();
    proxy.blackhole('toClient');
    const watch = watched(cut.storage.watch('', 0));
    await cut.storage.close();
    await watch.ended();
    expect([watch.error, watch.completed]).toEqual([undefined, true]);
  });

  it('fails with nothing written when Redis is not reachable, and can be closed meanwhile', async () => {
    const { proxy, cut, calm } = await openBoth();
    await proxy.cut();
    await cut.observed.disconnected.first(({ link }) => link === 'writer');
    const writing = cut.storage.create('never', value('v'));
    const failed = writing.catch((error: unknown) => error);
    const watch = watched(cut.storage.watch('', 0));
    await cut.storage.close();
    expect(await failed).toMatchObject({ code: 'Refused' });
    expect(String(await failed)).toContain('nothing was written');
    expect(watch.completed).toBe(true);
    await expect(cut.storage.confirm()).rejects.toMatchObject({ code: 'Unavailable' });
    expect(await calm.storage.get('never')).toBeUndefined();
  });
});
