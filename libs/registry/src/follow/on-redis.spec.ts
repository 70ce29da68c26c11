import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openStorage, type RedisObserver, type SharedStorage } from '@orch/storage';
import { startRedis, testWrite, type TestRedis } from '@orch/testing';
import { configMap, NAMESPACE, Replica } from './replicas.fixture.js';

const write = testWrite(NAMESPACE);

/** Servers on a Redis that fails or loses data. */
describe('on a real Redis', () => {
  let redis: TestRedis;
  let replicas: Replica<SharedStorage>[];
  let all: Links[];
  const start = async (): Promise<Replica<SharedStorage>> => {
    const links = new Links();
    const options = { urls: [redis.url], observer: links };
    const storage = await openStorage({ backend: 'redis', dataDir: '', redis: options });
    all.push(links);
    const replica = await Replica.start(storage as SharedStorage);
    replicas.push(replica);
    return replica;
  };

  beforeEach(async () => {
    redis = await startRedis();
    replicas = [];
    all = [];
  });
  afterEach(async () => {
    for (const { registry, view } of replicas) {
      registry.close();
      await view.close();
    }
    await redis.stop();
  });

  /** Kills and restarts Redis. Resolves when all clients are connected again. */
  const restart = async (meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<void> => {
    const back = all.map((links) => links.again());
    await redis.kill();
    await meanwhile();
    await redis.restart();
    await Promise.all(back);
  };

  const appendOnly = (): string => join(redis.directory, 'appendonlydir');
  const kept = (): string => join(redis.directory, 'kept');

  it('reloads everything and answers 410 for lost revisions after Redis lost writes', async () => {
    const [a, b] = [await start(), await start()];
    await a.configMaps.writer.create(write, configMap('kept'));
    await restart(() => cp(appendOnly(), kept(), { recursive: true }));
    const lost = await a.configMaps.writer.create(write, configMap('lost'));
    const lostAt = (JSON.parse(lost.bytes.toString()) as { metadata: { resourceVersion: string } }).metadata
      .resourceVersion;
    expect(await b.get('lost')).toBeDefined();
    const watched = b.watch({ resourceVersion: lostAt });
    await restart(async () => {
      await rm(appendOnly(), { recursive: true });
      await cp(kept(), appendOnly(), { recursive: true });
    });
    await watched.until(() => watched.ended !== undefined);
    expect(watched.ended!.error).toMatchObject({ reason: 'Expired' });
    for (const replica of [a, b]) {
      expect(await replica.get('lost')).toBeUndefined();
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

  it('continues watches without a reload after Redis was killed and lost nothing', async () => {
    const [a, b] = [await start(), await start()];
    await a.configMaps.writer.create(write, configMap('first'));
    // A watch from a revision that this server has not reached would end.
    expect(await b.get('first')).toBeDefined();
    const watched = b.watch({ resourceVersion: String(a.registry.revision) });
    await restart();
    await a.configMaps.writer.create(write, configMap('second'));
    expect(await b.get('second')).toBeDefined();
    await watched.until(() => watched.events.some(({ entry }) => entry.name === 'second'));
    expect(watched.ended).toBeUndefined();
    expect([...a.steps, ...b.steps]).toEqual([]);
  }, 60_000);

  it('all concurrent patches of one object on several servers succeed', async () => {
    const servers = [await start(), await start(), await start()];
    await servers[0]!.configMaps.writer.create(write, configMap('x'));
    const fields = Array.from({ length: 60 }, (_, n) => `f${n}`);
    await Promise.all(
      fields.map(async (field, n) => {
        const server = servers[n % servers.length]!;
        await server.registry.waitForConsistentRead();
        await server.configMaps.writer.patch(write, 'x', (current) => ({
          value: { ...current, data: { ...(current['data'] as object), [field]: '1' } },
          duplicateFields: [],
        }));
      }),
    );
    for (const server of servers) expect(Object.keys((await server.get('x'))!.data!)).toHaveLength(fields.length);
  }, 60_000);
});

/** Observes the connections of one process. */
class Links implements RedisObserver {
  private readonly missing = new Set<string>();
  private wake: () => void = () => undefined;

  /** Resolves when each connection was re-established. */
  again(): Promise<void> {
    for (const link of ['writer', 'reader', 'follower']) this.missing.add(link);
    return new Promise((resolve) => (this.wake = resolve));
  }

  connected(link: string): void {
    this.missing.delete(link);
    if (this.missing.size === 0) this.wake();
  }
}
