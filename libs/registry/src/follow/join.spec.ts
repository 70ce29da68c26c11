import { builtinKinds, compileKinds } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { testWrite } from '@orch/testing';
import type { ResourceStore } from '../store/resource-store.js';
import { configMap, NAMESPACE, Replica } from './replicas.fixture.js';
import { SharedStore } from './shared-store.fixture.js';

const kinds = compileKinds(builtinKinds, vocabularies.orch);
const endpoints = kinds.find(({ gvr }) => gvr.resource === 'endpoints')!;
const resource = { stored: endpoints, served: [endpoints], currentSince: 0 };
const everything = { namespace: NAMESPACE, name: undefined, labels: undefined, fields: undefined };

const body = (name: string) => ({
  value: { apiVersion: 'v1', kind: 'Endpoints', metadata: { name } },
  duplicateFields: [],
});

describe('a resource that joins on a shared store', () => {
  let store: SharedStore;
  beforeEach(async () => {
    store = await SharedStore.open();
  });
  afterEach(() => store.close());

  it('has each object of another server once, however events lag behind the load', async () => {
    for (let lag = 0; lag < 12; lag++) {
      const writer = await Replica.start(store.view());
      const reader = await Replica.start(store.view(() => (lag * 7) % 5));
      await writer.registry.serve(resource);
      const target = writer.registry.resource('', 'v1', 'endpoints')!;
      const writes: Promise<unknown>[] = [];
      const seen: string[] = [];
      reader.registry
        .changesOf(endpoints.gvr)
        .subscribe(({ type, entry, revision }) => seen.push(`${type} ${entry.name} ${revision}`));
      const create = (count: number): void => {
        for (let i = 0; i < count; i++) {
          writes.push(target.writer.create(testWrite(NAMESPACE), body(`p${lag}-${writes.length + 10}`)));
          writes.push(writer.configMaps.writer.create(testWrite(NAMESPACE), configMap(`m${lag}-${writes.length}`)));
        }
      };
      create(5);
      await writes[lag % 5];
      const joined = reader.registry.serve(resource);
      create(5);
      await Promise.all([joined, ...writes]);
      await reader.registry.waitForConsistentRead();
      const read = reader.registry.resource('', 'v1', 'endpoints')!;
      const namesIn = async (served: ResourceStore): Promise<string[]> =>
        (await served.list({ limit: 0 }, everything)).entries.map(({ name }) => name);
      expect(await namesIn(read)).toEqual(await namesIn(target));
      expect(new Set(seen).size).toBe(seen.length);
      for (const replica of [reader, writer]) replica.registry.close();
    }
  });

  it('may leave while it joins, and join again', async () => {
    const writer = await Replica.start(store.view());
    await writer.registry.serve(resource);
    const target = writer.registry.resource('', 'v1', 'endpoints')!;
    await target.writer.create(testWrite(NAMESPACE), body('a'));
    const reader = await Replica.start(store.view(() => 3));
    const joined = reader.registry.serve(resource);
    reader.registry.withdraw(endpoints.gvr);
    await joined;
    expect(reader.registry.resource('', 'v1', 'endpoints')).toBeUndefined();
    await reader.registry.serve(resource);
    expect(reader.registry.resource('', 'v1', 'endpoints')!.objectCount).toBe(1);
    for (const replica of [reader, writer]) replica.registry.close();
  });
});
