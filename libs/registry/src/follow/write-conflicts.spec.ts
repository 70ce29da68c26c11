import { testWrite } from '@orch/testing';
import { configMap, NAMESPACE, Replica } from './replicas.fixture.js';
import { SharedStore } from './shared-store.fixture.js';

const ATTEMPTS = 64;
const write = testWrite(NAMESPACE);
const set = (field: string, text: string) => (current: Readonly<Record<string, unknown>>) => ({
  value: { ...current, data: { ...(current['data'] as object), [field]: text } },
  duplicateFields: [],
});

/** Two servers: the other writes the object just before each attempt of this one, a given number of times. */
describe('a write under contention', () => {
  let shared: SharedStore;
  let replicas: Replica[];
  /** Writes of this server that reached the store. */
  let attempts: number;
  beforeEach(async () => {
    shared = await SharedStore.open();
    // No backoff.
    const start = () => Replica.start(shared.view(), undefined, { random: () => 0 });
    replicas = [await start(), await start()];
    attempts = 0;
  });
  afterEach(async () => {
    for (const { registry } of replicas) registry.close();
    await shared.close();
  });

  async function withConflicts(times: number): Promise<Replica> {
    const [own, other] = replicas as [Replica, Replica];
    await own.configMaps.writer.create(write, configMap('x'));
    const replace = own.view.replace.bind(own.view);
    jest.spyOn(own.view, 'replace').mockImplementation(async (...args) => {
      if (++attempts <= times) {
        await other.registry.waitForConsistentRead();
        await other.configMaps.writer.patch(write, 'x', set('other', String(attempts)));
      }
      return replace(...args);
    });
    return own;
  }

  it('succeeds at the last attempt, based on the writes of the others', async () => {
    const own = await withConflicts(ATTEMPTS - 1);
    await own.configMaps.writer.patch(write, 'x', set('own', 'written'));
    expect(attempts).toBe(ATTEMPTS);
    expect((await own.get('x'))?.data).toEqual({ own: 'written', other: String(ATTEMPTS - 1) });
  });

  it('fails with Conflict after the last attempt, and keeps the writes of the others', async () => {
    const own = await withConflicts(ATTEMPTS);
    await expect(own.configMaps.writer.patch(write, 'x', set('own', 'written'))).rejects.toMatchObject({
      code: 409,
      reason: 'Conflict',
    });
    expect(attempts).toBe(ATTEMPTS);
    expect((await own.get('x'))?.data).toEqual({ other: String(ATTEMPTS) });
  });

  it('is not retried if it has a resourceVersion', async () => {
    const own = await withConflicts(1);
    const { resourceVersion } = (await own.get('x'))!.metadata;
    const named = configMap('x', { own: 'written' }, { resourceVersion });
    await expect(own.configMaps.writer.update(write, 'x', named)).rejects.toMatchObject({ code: 409 });
    expect(attempts).toBe(1);
  });
});
