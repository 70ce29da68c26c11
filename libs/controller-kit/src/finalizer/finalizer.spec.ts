import { ApiError } from '@orch/apimachinery';
import type { HasMetadata, ResourceClient } from '@orch/client';
import { DONE } from '../reconcile/result.js';
import { Finalizer } from './finalizer.js';

const OWN = 'example.com/own';

/** One stored object, changed by merge patches that carry a resourceVersion. */
class Store {
  stored: HasMetadata | undefined;
  patches = 0;
  /** Runs before each patch: a concurrent write. */
  before: () => void = () => undefined;

  constructor(finalizers: string[] | undefined, deleted: boolean) {
    this.stored = {
      metadata: {
        name: 'a',
        uid: 'u1',
        resourceVersion: '1',
        ...(finalizers ? { finalizers } : {}),
        ...(deleted ? { deletionTimestamp: '2024-01-01T00:00:00Z' } : {}),
      },
    };
  }

  write(change: Partial<HasMetadata['metadata']>): void {
    const { metadata } = this.stored!;
    this.stored = {
      metadata: { ...metadata, ...change, resourceVersion: String(Number(metadata.resourceVersion) + 1) },
    };
  }

  readonly resource = {
    find: () => Promise.resolve(this.stored),
    patch: (
      _key: unknown,
      type: string,
      body: { metadata: { resourceVersion: string; uid: string; finalizers: string[] | null } },
    ) => {
      expect(type).toBe('merge');
      this.patches++;
      this.before();
      const ref = { group: '', resource: 'things', name: 'a' };
      if (!this.stored) return Promise.reject(ApiError.notFound(ref));
      const { resourceVersion, uid } = this.stored.metadata;
      if (body.metadata.resourceVersion !== resourceVersion || body.metadata.uid !== uid)
        return Promise.reject(ApiError.conflict(ref));
      this.write({ finalizers: body.metadata.finalizers ?? [] });
      return Promise.resolve(this.stored);
    },
  } as unknown as ResourceClient<HasMetadata>;
}

const signal = new AbortController().signal;
const finalizerOf = (store: Store, cleanup = jest.fn(async () => undefined as void | { requeueAfterMs: number })) => ({
  cleanup,
  finalizer: new Finalizer(store.resource, OWN, cleanup),
});

describe('Finalizer.ensure', () => {
  it('puts the entry behind those of others, once', async () => {
    const store = new Store(['other'], false);
    const { finalizer } = finalizerOf(store);
    const after = await finalizer.ensure(store.stored!);
    expect(after.metadata.finalizers).toEqual(['other', OWN]);
    await finalizer.ensure(after);
    expect(store.patches).toBe(1);
  });

  it('leaves alone what is being deleted', async () => {
    const store = new Store(['other'], true);
    await finalizerOf(store).finalizer.ensure(store.stored!);
    expect(store.patches).toBe(0);
  });

  it('an entry that another put on meanwhile is kept', async () => {
    const store = new Store(undefined, false);
    const old = store.stored!;
    store.write({ finalizers: ['new'] });
    expect((await finalizerOf(store).finalizer.ensure(old)).metadata.finalizers).toEqual(['new', OWN]);
  });
});

describe('Finalizer.run', () => {
  it('cleans up, then takes off its own entry only', async () => {
    const store = new Store(['first', OWN, 'last'], true);
    const { finalizer, cleanup } = finalizerOf(store);
    cleanup.mockImplementation(async () => {
      expect(store.stored!.metadata.finalizers).toContain(OWN);
    });
    expect(await finalizer.run(store.stored!, signal)).toBe(DONE);
    expect(store.stored!.metadata.finalizers).toEqual(['first', 'last']);
  });

  const idle = [
    { name: 'is not being deleted', store: () => new Store([OWN], false) },
    { name: 'lacks the entry', store: () => new Store(['other'], true) },
  ];
  for (const c of idle) {
    it(`does nothing when the object ${c.name}`, async () => {
      const store = c.store();
      const { finalizer, cleanup } = finalizerOf(store);
      await finalizer.run(store.stored!, signal);
      expect(cleanup).not.toHaveBeenCalled();
      expect(store.patches).toBe(0);
    });
  }

  it('keeps the entry while the cleanup is not through, or fails', async () => {
    const store = new Store([OWN], true);
    const { finalizer, cleanup } = finalizerOf(store);
    cleanup.mockResolvedValueOnce({ requeueAfterMs: 7 }).mockRejectedValueOnce(new Error('no'));
    expect(await finalizer.run(store.stored!, signal)).toEqual({ requeueAfterMs: 7 });
    await expect(finalizer.run(store.stored!, signal)).rejects.toThrow('no');
    expect(store.stored!.metadata.finalizers).toEqual([OWN]);
  });

  it('retries after a conflict, at most five times', async () => {
    const store = new Store([OWN], true);
    store.before = () => {
      if (store.patches <= 2) store.write({ finalizers: [OWN, `other-${store.patches}`] });
    };
    await finalizerOf(store).finalizer.run(store.stored!, signal);
    expect(store.stored!.metadata.finalizers).toEqual(['other-2']);

    const busy = new Store([OWN], true);
    busy.before = () => busy.write({});
    await expect(finalizerOf(busy).finalizer.run(busy.stored!, signal)).rejects.toMatchObject({ reason: 'Conflict' });
    expect(busy.patches).toBe(5);
  });

  it('is done with an object that was deleted or recreated', async () => {
    const gone = new Store([OWN], true);
    gone.before = () => (gone.stored = undefined);
    expect(await finalizerOf(gone).finalizer.run(gone.stored!, signal)).toBe(DONE);

    const reborn = new Store([OWN], true);
    const old = reborn.stored!;
    reborn.write({ uid: 'u2' });
    expect(await finalizerOf(reborn).finalizer.run(old, signal)).toBe(DONE);
    expect(reborn.stored!.metadata.finalizers).toEqual([OWN]);
  });
});
