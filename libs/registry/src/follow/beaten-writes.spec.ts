import { testWrite } from '@orch/testing';
import { configMap, NAMESPACE, Replica } from './replicas.fixture.js';
import { SharedStore } from './shared-store.fixture.js';

const ATTEMPTS = 64;
const write = testWrite(NAMESPACE);
const set = (field: string, text: string) => (current: Readonly<Record<string, unknown>>) => ({
  value: { ...current, data: { ...(current['data'] as object), [field]: text } },
  duplicateFields: [],
});

/** Two servers, of which the other writes the object each time just before this one does, as often as the test says. */
describe('a write that others are always faster than', () => {
  let shared: SharedStore;
  let replicas: Replica[];
  /** Writes of this server that reached the store. */
  let attempts: number;
  beforeEach(async () => {
    shared = await SharedStore.open();
    // No waiting in the crowd.
    const start = () => Replica.start(shared.view(), undefined, { random: () => 0 });
    replicas = [await start(), await start()];
    attempts = 0;
  });
  afterEach(async () => {
    for (const { registry } of replicas) registry.close();
    await shared.close();
  });

  async function beaten(times: number): Promise<Replica> {
    const [own, other] = replicas as [Replica, Replica];
    await own.configMaps.writer.create(write, configMap('x'));
    const replace = own.view.replace.bind(own.view);
    jest.spyOn(own.view, 'replace').mockImplementation(async (...args) => {
      if (++attempts <= times) {
        await other.registry.fresh();
        await other.configMaps.writer.patch(write, 'x', set('other', String(attempts)));
      }
      return replace(...args);
    });
    return own;
  }

  it('gets its turn at the last attempt, on what the others wrote', async () => {
    const own = await beaten(ATTEMPTS - 1);
    await own.configMaps.writer.patch(write, 'x', set('own', 'written'));
    expect(attempts).toBe(ATTEMPTS);
    expect((await own.get('x'))?.data).toEqual({ own: 'written', other: String(ATTEMPTS - 1) });
  });

  it('is told of the conflict then, and what the others wrote stands', async () => {
    const own = await beaten(ATTEMPTS);
    await expect(own.configMaps.writer.patch(write, 'x', set('own', 'written'))).rejects.toMatchObject({
      code: 409,
      reason: 'Conflict',
    });
    expect(attempts).toBe(ATTEMPTS);
    expect((await own.get('x'))?.data).toEqual({ other: String(ATTEMPTS) });
  });

  it('is tried once where it names a resourceVersion', async () => {
    const own = await beaten(1);
    const { resourceVersion } = (await own.get('x'))!.metadata;
    const named = configMap('x', { own: 'written' }, { resourceVersion });
    await expect(own.configMaps.writer.update(write, 'x', named)).rejects.toMatchObject({ code: 409 });
    expect(attempts).toBe(1);
  });
});
