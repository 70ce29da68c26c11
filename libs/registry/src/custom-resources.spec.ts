import { builtinKinds, compileKinds, type ResourceDefinition } from '@orch/api';
import type { BulkReadable, Storage } from '@orch/storage';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import type { ObjectConversion } from './conversion/object-conversion.js';
import type { CustomResource } from './store/custom-resource.js';
import type { ResourceStore } from './store/resource-store.js';
import type { WatchSink } from './watch/watch-sink.js';

const [configMaps] = compileKinds(
  builtinKinds.filter(({ kind }) => kind === 'ConfigMap'),
  vocabularies.orch,
) as [ResourceDefinition];

/** A resource like a custom one: served in two versions of the same form. */
function widgets(versions: readonly string[], currentSince = 0): CustomResource {
  const group = 'k.example.com';
  const kinds = versions.map((version): ResourceDefinition => {
    const apiVersion = `${group}/${version}`;
    return {
      ...configMaps,
      schema: configMaps.schema,
      definitions: configMaps.definitions,
      gvk: { group, version, kind: 'Widget' },
      gvr: { group, version, resource: 'widgets' },
      stored: { group, version: 'v1', kind: 'Widget' },
      apiVersion,
      isRegistered: (sent) => sent === apiVersion,
    };
  });
  const [stored] = kinds as [ResourceDefinition];
  return { stored: { ...stored, schema: stored.schema, definitions: stored.definitions }, served: kinds, currentSince };
}

const bodyOf = (name: string, version = 'v1', data: object = {}) => ({
  value: { apiVersion: `k.example.com/${version}`, kind: 'Widget', metadata: { name }, data },
  duplicateFields: [],
});

const EVERYTHING = { namespace: undefined, name: undefined, labels: undefined, fields: undefined };

/** Names of the objects that a watch sends, and whether it has ended. */
class Seen implements WatchSink {
  readonly events: string[] = [];
  ended = false;
  private wake: () => void = () => undefined;
  readonly encoding = {
    key: 'names',
    encode: (events: readonly { type: string; entry?: { name: string } }[]) =>
      Buffer.from(events.map(({ type, entry }) => `${type} ${entry?.name ?? ''};`).join('')),
  } as unknown as WatchSink['encoding'];

  write(bytes: Buffer): boolean {
    this.events.push(...bytes.toString().split(';').filter(Boolean));
    this.wake();
    return true;
  }

  end(): void {
    this.ended = true;
    this.wake();
  }

  /** Resolves when the condition holds. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => (this.wake = resolve));
  }
}

describe('resources that are served at run time', () => {
  let test: TestRegistry;
  beforeEach(async () => {
    test = await startTestRegistry();
  });
  afterEach(() => test.close());

  const store = (version = 'v1'): ResourceStore => test.registry.resource('k.example.com', version, 'widgets')!;
  const create = (name: string, version = 'v1') => store(version).writer.create(testWrite('t1'), bodyOf(name, version));
  const names = async (version = 'v1'): Promise<string[]> =>
    (await store(version).list({ limit: 0 }, EVERYTHING)).entries.map(({ name }) => name);
  const watch = (version = 'v1'): Seen => {
    const seen = new Seen();
    store(version)
      .watch({ allowWatchBookmarks: false, limit: 0 } as never, EVERYTHING, seen)
      .start();
    return seen;
  };

  it('have the objects of the store, in each version under one actor', async () => {
    await test.registry.serve(widgets(['v1', 'v2']));
    await create('a');
    await create('b', 'v2');
    expect(await names('v1')).toEqual(['a', 'b']);
    expect(await names('v2')).toEqual(['a', 'b']);
    expect(store('v2').get('t1', 'b')!.parse().apiVersion).toBe('k.example.com/v1');
    expect(store('v2').object(store('v2').get('t1', 'a')!).apiVersion).toBe('k.example.com/v2');
    test.registry.withdraw({ group: 'k.example.com', resource: 'widgets' });
    expect(test.registry.resource('k.example.com', 'v1', 'widgets')).toBeUndefined();
    await test.registry.serve(widgets(['v1']));
    expect(await names()).toEqual(['a', 'b']);
    expect(test.registry.resource('k.example.com', 'v2', 'widgets')).toBeUndefined();
  });

  it.each(['apiVersion', 'conversion'])('of many versions are served in linear time (%s)', async (way) => {
    const count = 100;
    let reads = 0;
    const many = widgets(Array.from({ length: count }, (_, i) => `v${i + 1}`));
    for (const kind of many.served) {
      const { apiVersion } = kind;
      Object.defineProperty(kind, 'apiVersion', {
        get() {
          reads++;
          return apiVersion;
        },
      });
    }
    const conversion: ObjectConversion = { convert: (objects) => Promise.resolve(objects) };
    await test.registry.serve(way === 'conversion' ? { ...many, conversion } : many);
    expect(reads).toBeLessThan(20 * count);
  });

  it('say until when their objects are being loaded', async () => {
    const loading = test.registry.serve(widgets(['v1']));
    expect(store().ready).toBeDefined();
    await loading;
    expect(store().ready).toBeUndefined();
  });

  it('get each write of another server during the load once', async () => {
    await test.registry.serve(widgets(['v1']));
    const bytes = Buffer.from(`{"kind":"Widget","apiVersion":"k.example.com/v1","metadata":{"resourceVersion":""}}`);
    const value = { bytes, revisionAt: bytes.indexOf('"}}') };
    const put = (name: string) => test.storage.create(`widgets.k.example.com\0t1\0${name}`, value);
    test.registry.withdraw({ group: 'k.example.com', resource: 'widgets' });
    const changes: string[] = [];
    test.registry
      .changesOf({ group: 'k.example.com', resource: 'widgets' })
      .subscribe(({ type, entry }) => changes.push(`${type} ${entry.name}`));
    const before = Array.from({ length: 50 }, (_, i) => put(`a${i + 10}`));
    const loading = test.registry.serve(widgets(['v1']));
    const during = Array.from({ length: 50 }, (_, i) => put(`b${i + 10}`));
    await Promise.all([...before, loading, ...during]);
    expect(await names()).toEqual([...before.map((_, i) => `a${i + 10}`), ...during.map((_, i) => `b${i + 10}`)]);
    expect(new Set(changes).size).toBe(changes.length);
    await put('c');
    expect(changes.at(-1)).toBe('ADDED c');
  });

  it('get the writes between the read of their state and its end', async () => {
    const storage = test.storage as Storage & BulkReadable;
    const loadAll = storage.loadAll.bind(storage);
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const read = new Promise<void>((resolve) => {
      storage.loadAll = async (...given) => {
        const revision = await loadAll(...given);
        resolve();
        await finished;
        return revision;
      };
    });
    const loading = test.registry.serve(widgets(['v1']));
    await read;
    const bytes = Buffer.from(`{"kind":"Widget","apiVersion":"k.example.com/v1","metadata":{"resourceVersion":""}}`);
    const value = { bytes, revisionAt: bytes.indexOf('"}}') };
    const key = 'widgets.k.example.com\0t1\0a';
    const { revision } = await storage.create(key, value);
    await storage.replace(key, revision, value);
    await storage.create(`${key}b`, value);
    expect(store().objectCount).toBe(0);
    finish();
    await loading;
    expect(await names()).toEqual(['a', 'ab']);
    expect(store().get('t1', 'a')!.revision).toBe(revision + 1);
  });

  it('end their watches when they change, and when they go, after the changes so far', async () => {
    await test.registry.serve(widgets(['v1']));
    const first = watch();
    await create('a');
    await test.registry.serve(widgets(['v1', 'v2']));
    await first.until(() => first.events.length > 0);
    expect([first.events, first.ended]).toEqual([['ADDED a'], false]);
    await test.registry.serve(widgets(['v1', 'v2'], 1));
    await first.until(() => first.ended);
    expect(first.events).toEqual(['ADDED a']);
    const second = watch('v2');
    await second.until(() => second.events.length > 0);
    await store('v2').writer.delete(testWrite('t1'), 'a', {});
    test.registry.withdraw({ group: 'k.example.com', resource: 'widgets' });
    await second.until(() => second.ended);
    expect([second.events, second.ended]).toEqual([['ADDED a', 'DELETED a'], true]);
  });

  it('keep a built-in resource of the same name', () => {
    const { definition } = test.store('configmaps');
    expect(test.registry.serve({ stored: definition, served: [definition], currentSince: 0 })).toBeUndefined();
    expect(test.store('configmaps').definition).toBe(definition);
  });
});
