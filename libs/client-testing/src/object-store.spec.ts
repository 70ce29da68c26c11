import { ObjectStore } from './object-store.js';

const MAPS = '/api/v1/namespaces/ns/configmaps';
const A = `${MAPS}/a`;
const names = (objects: readonly { metadata: { name?: string } }[]) => objects.map(({ metadata }) => metadata.name);

let store: ObjectStore;
beforeEach(() => (store = new ObjectStore()));

it('fills in metadata from the path and the revision', () => {
  expect(store.put(A, { data: { k: 'v' } })).toEqual({
    data: { k: 'v' },
    metadata: { name: 'a', namespace: 'ns', uid: 'uid-a-101', resourceVersion: '101' },
  });
  expect(store.put('/apis/g/v1/things/t', {}).metadata).not.toHaveProperty('namespace');
});

it('keeps the uid of a replaced object', () => {
  const { uid } = store.put(A, {}).metadata;
  expect(store.put(A, { data: {} }).metadata).toMatchObject({ uid, resourceVersion: '102' });
});

it('lists one namespace, all namespaces, or all objects', () => {
  for (const path of [A, '/api/v1/namespaces/other/configmaps/b', '/api/v1/namespaces/ns/secrets/c'])
    store.put(path, {});
  expect(names(store.list(MAPS))).toEqual(['a']);
  expect(names(store.list('/api/v1/configmaps'))).toEqual(['a', 'b']);
  expect(names(store.list())).toEqual(['a', 'b', 'c']);
});

it('refuses a second create', () => {
  store.create(A, {});
  expect(() => store.create(A, {})).toThrow('configmaps "a" already exists');
});

describe('update', () => {
  it('refuses another resourceVersion and a missing object', () => {
    const stale = store.put(A, {});
    store.put(A, { data: {} });
    expect(() => store.update(A, () => stale)).toThrow(/^Operation cannot be fulfilled on configmaps "a"/);
    expect(() => store.update(`${MAPS}/b`, () => stale)).toThrow('configmaps "b" not found');
  });

  it('without a change makes no revision', () => {
    const object = store.put(A, {});
    expect(store.update(A, (current) => ({ ...current }))).toBe(object);
    expect(store.revision).toBe(101);
  });
});

describe('delete', () => {
  it('removes an object, and refuses other preconditions', () => {
    store.put(A, { metadata: { uid: 'u' } });
    expect(() => store.delete(A, { uid: 'other' })).toThrow(/^Operation cannot be fulfilled/);
    expect(() => store.delete(A, { resourceVersion: '1' })).toThrow(/^Operation cannot be fulfilled/);
    store.delete(A, { uid: 'u', resourceVersion: '101' });
    expect(store.get(A)).toBeUndefined();
    expect(() => store.delete(A)).toThrow('configmaps "a" not found');
  });

  it('makes an object with finalizers terminating until they are removed', () => {
    store.put(A, { metadata: { finalizers: ['x/y'] } });
    store.delete(A);
    expect(store.get(A)?.metadata.deletionTimestamp).toBeDefined();
    store.update(A, (current) => ({ ...current, metadata: { ...current.metadata, finalizers: [] } }));
    expect(store.get(A)).toBeUndefined();
  });

  it('keeps a namespace with finalizers in its spec', () => {
    store.put('/api/v1/namespaces/ns', { spec: { finalizers: ['orch'] } });
    store.delete('/api/v1/namespaces/ns');
    expect(store.get('/api/v1/namespaces/ns')).toBeDefined();
  });
});

it('publishes each change in order, and keeps the history until it is compacted', () => {
  const seen: string[] = [];
  const unsubscribe = store.subscribe(({ revision, type }) => seen.push(`${revision} ${type}`));
  store.put(A, {});
  store.put(A, { data: {} });
  store.remove(A);
  unsubscribe();
  store.put(A, {});
  expect(seen).toEqual(['101 ADDED', '102 MODIFIED', '103 DELETED']);
  expect(store.eventsAfter(102).map(({ type }) => type)).toEqual(['DELETED', 'ADDED']);
  store.compact();
  expect(() => store.eventsAfter(103)).toThrow('too old resource version');
  expect(store.eventsAfter(104)).toEqual([]);
});
