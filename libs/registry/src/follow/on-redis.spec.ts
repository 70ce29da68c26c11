import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openStorage, type SharedStorage } from '@orch/storage';
import { startRedis, testWrite, type TestRedis } from '@orch/testing';
import { configMap, NAMESPACE, Replica } from './replicas.fixture.js';

const write = testWrite(NAMESPACE);

/** Servers on a Redis that fails in ways in which it must not. */
describe('on a real Redis', () => {
  let redis: TestRedis;
  let replicas: Replica<SharedStorage>[];
  const start = async (): Promise<Replica<SharedStorage>> => {
    const storage = await openStorage({ backend: 'redis', dataDir: '', redis: { urls: [redis.url] } });
    const replica = await Replica.start(storage as SharedStorage);
    replicas.push(replica);
    return replica;
  };

  beforeEach(async () => {
    redis = await startRedis();
    replicas = [];
  });
  afterEach(async () => {
    for (const { registry, view } of replicas) {
      registry.close();
      await view.close();
    }
    await redis.stop();
  });

  const appendOnly = (): string => join(redis.directory, 'appendonlydir');
  const kept = (): string => join(redis.directory, 'kept');

  it('one that comes back without what was seen: all is loaded anew, lost versions are told 410', async () => {
    const [a, b] = [await start(), await start()];
    await a.configMaps.writer.create(write, configMap('kept'));
    await redis.kill();
    await cp(appendOnly(), kept(), { recursive: true });
    await redis.restart();
    const lost = await untilDone(() => a.configMaps.writer.create(write, configMap('lost')));
    const lostAt = (JSON.parse(lost.bytes.toString()) as { metadata: { resourceVersion: string } }).metadata
      .resourceVersion;
    expect(await untilDone(() => b.get('lost'))).toBeDefined();
    const watched = b.watch({ resourceVersion: lostAt });
    await redis.kill();
    await rm(appendOnly(), { recursive: true });
    await cp(kept(), appendOnly(), { recursive: true });
    await redis.restart();
    await watched.until(() => watched.ended !== undefined);
    expect(watched.ended!.error).toMatchObject({ reason: 'Expired' });
    for (const replica of [a, b]) {
      await untilDone(async () => expect(await replica.get('lost')).toBeUndefined());
      expect(await replica.get('kept')).toBeDefined();
      expect(replica.steps).toEqual(['began', 'done']);
      const again = replica.watch({ resourceVersion: lostAt });
      await again.until(() => again.ended !== undefined);
      expect(again.ended!.error).toMatchObject({ reason: 'Expired' });
    }
    const made = await a.configMaps.writer.create(write, configMap('lost'));
    expect(Number(JSON.parse(made.bytes.toString()).metadata.resourceVersion)).toBeGreaterThan(Number(lostAt));
    expect(await b.get('lost')).toEqual(JSON.parse(made.bytes.toString()));
  }, 60_000);

  it('one that was killed and lost nothing: watches go on, and nobody loads anew', async () => {
    const [a, b] = [await start(), await start()];
    const watched = b.watch({ resourceVersion: '1' });
    await a.configMaps.writer.create(write, configMap('first'));
    await redis.kill();
    await redis.restart();
    await untilDone(() => a.configMaps.writer.update(write, 'second', configMap('second')));
    expect(await untilDone(() => b.get('second'))).toBeDefined();
    await watched.until(() => watched.events.some(({ entry }) => entry.name === 'second'));
    expect(watched.ended).toBeUndefined();
    expect([...a.steps, ...b.steps]).toEqual([]);
  }, 60_000);

  it('let everybody get on who patches one object at several servers', async () => {
    const servers = [await start(), await start(), await start()];
    await servers[0]!.configMaps.writer.create(write, configMap('x'));
    const fields = Array.from({ length: 60 }, (_, n) => `f${n}`);
    await Promise.all(
      fields.map(async (field, n) => {
        const server = servers[n % servers.length]!;
        await server.registry.fresh();
        await server.configMaps.writer.patch(write, 'x', (current) => ({
          value: { ...current, data: { ...(current['data'] as object), [field]: '1' } },
          duplicateFields: [],
        }));
      }),
    );
    for (const server of servers) expect(Object.keys((await server.get('x'))!.data!)).toHaveLength(fields.length);
  }, 60_000);
});

/** Tries again as a client does that is told to come back later. */
async function untilDone<T>(run: () => Promise<T>): Promise<T> {
  for (let left = 100; ; left--) {
    try {
      return await run();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
