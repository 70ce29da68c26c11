import { FakeClock, type ApiError, type ApiObject } from '@orch/apimachinery';
import { builtinKinds, compileKinds } from '@orch/api';
import { corrupted, EmbeddedStorage, type ReadOptions, type Storage, type Stored } from '@orch/storage';
import { temporaryDirectory, testWrite } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { admitAll } from './admission/admission.js';
import { Registry } from './registry.js';
import type { ResourceStore } from './store/resource-store.js';
import type { ObjectSelection } from './watch/object-filter.js';
import type { Bookmark, WatchEvent } from './watch/watch-event.js';
import type { WatchSink } from './watch/watch-sink.js';

const KEY = 'configmaps\0t1\0bad';
const everything: ObjectSelection = { namespace: undefined, name: undefined, labels: undefined, fields: undefined };
const LIST = { limit: 0 } as const;
const definitions = compileKinds(builtinKinds, vocabularies.orch);

/** Resolves with the error that ended the watch. */
class EndSink implements WatchSink {
  private resolve: (error: ApiError | undefined) => void = () => undefined;
  readonly ended = new Promise<ApiError | undefined>((resolve) => (this.resolve = resolve));
  readonly encoding = {
    key: `damage ${Math.random()}`,
    encode: (events: readonly (WatchEvent | Bookmark)[]) => {
      for (const event of events) if (event.type !== 'BOOKMARK') void event.entry.bytes;
      return Buffer.alloc(1);
    },
  };
  write = () => true;
  end = (error?: ApiError): void => this.resolve(error);
}

/** The storage after one value was damaged: loads report it instead of returning it. */
const withDamage = (storage: EmbeddedStorage): Storage =>
  new Proxy(storage, {
    get(target, name) {
      if (name === 'loadAll')
        return (prefix: string, visit: (stored: Stored) => void, { onDamaged }: ReadOptions = {}) =>
          target.loadAll(prefix, (stored) => {
            if (stored.key === KEY) onDamaged?.(corrupted(KEY, 'wrong checksum', stored.revision));
            else visit(stored);
          });
      const member = Reflect.get(target, name, target) as unknown;
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });

describe('an object whose stored value is damaged', () => {
  const clock = new FakeClock();
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let storage: EmbeddedStorage;
  let registry: Registry;
  let store: ResourceStore;
  let reported: unknown[];

  const start = async (opened: Storage) => {
    registry = await Registry.start({
      storage: opened,
      definitions,
      admission: () => admitAll,
      clock,
      onDamaged: (object, damage) => reported.push({ ...object, code: damage.code }),
    });
    store = registry.resource('', 'v1', 'configmaps')!;
  };
  const create = (name: string, labels: Record<string, string> = {}) =>
    store.writer.create(testWrite('t1'), { value: { metadata: { name, labels } }, duplicateFields: [] });
  const list = async (selection = everything) => (await store.list(LIST, selection)).entries.map(({ name }) => name);
  const watch = (parameters: object, selection = everything): EndSink => {
    const sink = new EndSink();
    store.watch({ allowWatchBookmarks: false, ...parameters }, selection, sink).start();
    return sink;
  };
  const damage = {
    reason: 'InternalError',
    message: expect.stringContaining('"bad" in namespace "t1" is damaged') as unknown,
  };

  beforeEach(async () => {
    reported = [];
    directory = await temporaryDirectory();
    storage = await EmbeddedStorage.open({ directory: directory.path, clock });
    await start(storage);
    for (const name of ['bad', 'good']) await create(name, { app: name });
    registry.close();
    await start(withDamage(storage));
  });
  afterEach(async () => {
    registry.close();
    await storage.close();
    await directory.remove();
  });

  it('is reported at start, with its key', () => {
    const object = { group: '', resource: 'configmaps', namespace: 't1', name: 'bad' };
    expect(reported).toEqual([{ ...object, code: 'Corrupted' }]);
    expect([...registry.damagedObjects()]).toEqual([object]);
  });

  it('fails a get with InternalError that names it, and leaves others readable', () => {
    expect(() => store.get('t1', 'bad')!.bytes).toThrow(expect.objectContaining(damage) as Error);
    expect(() => registry.read({ group: '', resource: 'configmaps' }, 't1', 'bad')).toThrow();
    expect(store.get('t1', 'good')!.parse().metadata.name).toBe('good');
    expect([...registry.readUndamaged({ group: '', resource: 'configmaps' })]).toHaveLength(1);
  });

  it.each([
    ['all', everything],
    ['its namespace', { ...everything, namespace: 't1' }],
    ['its name', { ...everything, name: 'bad' }],
  ])('fails a list of %s as a whole', async (_what, selection) => {
    await expect(list(selection)).rejects.toMatchObject(damage);
  });

  it('counts as an object of its namespace', () => {
    const hasAny = (resource: string, namespace: string) => registry.hasAny({ group: '', resource }, namespace);
    expect([hasAny('configmaps', 't1'), hasAny('configmaps', 't2'), hasAny('secrets', 't1')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('does not fail lists without it', async () => {
    expect(await list({ ...everything, namespace: 't1', name: 'good' })).toEqual(['good']);
    expect(await list({ ...everything, namespace: 't2' })).toEqual([]);
  });

  it('fails an update, and a delete with a uid precondition, which cannot be checked', async () => {
    const body = { value: { metadata: { name: 'bad' }, data: {} }, duplicateFields: [] };
    await expect(store.writer.update(testWrite('t1'), 'bad', body)).rejects.toMatchObject(damage);
    await expect(store.writer.delete(testWrite('t1'), 'bad', { uid: 'x' })).rejects.toMatchObject(damage);
    await expect(store.writer.delete(testWrite('t1'), 'bad', { resourceVersion: '999' })).rejects.toMatchObject({
      reason: 'Conflict',
    });
  });

  it('ends a watch with initial events with an error', async () => {
    expect(await watch({}).ended).toMatchObject(damage);
  });

  it('is removed by a delete: lists work again, watches must relist', async () => {
    const before = String(store.revision);
    const sinks = [
      watch({ resourceVersion: before }),
      watch({ resourceVersion: before }, { ...everything, name: 'good' }),
    ];
    const gone = await store.writer.delete(testWrite('t1'), 'bad', {});
    expect(gone).toMatchObject({ gone: true });
    expect((JSON.parse(gone.bytes.toString()) as ApiObject).metadata).toEqual({
      name: 'bad',
      namespace: 't1',
      resourceVersion: String(store.revision),
    });
    expect(await list()).toEqual(['good']);
    expect([...registry.damagedObjects()]).toEqual([]);
    for (const { ended } of sinks) expect(await ended).toMatchObject({ reason: 'Expired' });
    await create('bad');
    expect(await list()).toEqual(['bad', 'good']);
  });

  it('is emitted by changesOf without a state before its deletion', async () => {
    const changes: unknown[] = [];
    registry.changesOf({ group: '', resource: 'configmaps' }).subscribe((change) => changes.push(change));
    await store.writer.delete(testWrite('t1'), 'bad', {});
    expect(changes).toMatchObject([{ type: 'DELETED', previous: undefined }]);
  });
});
