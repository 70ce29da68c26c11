import { builtinKinds, compileKinds, type ResourceDefinition } from '@orch/api';
import { FakeClock, type ApiObject } from '@orch/apimachinery';
import type { Change, LoopbackClient, Registry } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { Subject } from 'rxjs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LocalApiServices } from './local-api-services.js';

const vocabulary = vocabularies.orch;
const [kind] = compileKinds(builtinKinds, vocabulary);

/** A custom kind, as far as its APIService depends on it. */
const kindOf = (group: string, resource: string): ResourceDefinition =>
  ({ ...kind, gvr: { group, version: 'v1', resource }, apiVersion: `${group}/v1` }) as ResourceDefinition;

/** Objects that are kept while the test changes definitions and APIServices. */
async function keeping() {
  const clock = new FakeClock();
  const changes = { definitions: new Subject<Change>(), services: new Subject<Change>() };
  const objects = new Map<string, ApiObject>();
  let looks = 0;
  let custom: readonly ResourceDefinition[] = [];
  let fails = false;
  const changed = (type: Change['type'], name: string): void =>
    changes.services.next({ type, entry: { name } } as Change);
  const client = {
    readAll: () => (looks++, [...objects.values()]),
    createIfAbsent: async (_resource: string, _namespace: string, object: ApiObject) => {
      if (fails) throw new Error('no room');
      objects.set(object.metadata.name!, object);
      changed('ADDED', object.metadata.name!);
    },
    remove: async (_resource: string, _namespace: string, name: string) => void objects.delete(name),
  };
  const ended = new AbortController();
  new LocalApiServices({
    registry: {
      changesOf: ({ resource }: { resource: string }) =>
        resource === 'apiservices' ? changes.services : changes.definitions,
    } as unknown as Registry,
    client: client as unknown as LoopbackClient,
    vocabulary,
    builtin: [],
    custom: () => custom,
    clock,
    warn: () => undefined,
    ended: ended.signal,
  }).keep();
  const settle = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await nextTurn();
  };
  await settle(0);
  return {
    objects,
    changed,
    settle,
    looks: () => looks,
    setFails: (value: boolean) => (fails = value),
    define: async (...kinds: readonly ResourceDefinition[]) => {
      custom = kinds;
      changes.definitions.next({} as Change);
      await settle(100);
    },
  };
}

const [a, b, c] = [kindOf('x.example.com', 'as'), kindOf('x.example.com', 'bs'), kindOf('y.example.com', 'cs')];

it('keeps an APIService of each group version of custom kinds', async () => {
  const { objects, define } = await keeping();
  await define(a, c);
  expect([...objects.keys()]).toEqual(['v1.x.example.com', 'v1.y.example.com']);
  await define(c);
  expect([...objects.keys()]).toEqual(['v1.y.example.com']);
});

it('reads no APIServices for a definition in a group version that has others', async () => {
  const { define, looks } = await keeping();
  await define(a);
  await define(a, b); // the APIService of the first one was created since
  const before = looks();
  await define(b);
  await define(a, b);
  expect(looks()).toBe(before);
  await define(a, b, c);
  expect(looks()).toBe(before + 1);
});

it('writes the APIServices of many group versions in several turns, and looks again after the last of them', async () => {
  const { objects, define, settle } = await keeping();
  const many = Array.from({ length: 100 }, (_, i) => kindOf(`g${i}.example.com`, 'as'));
  await define(...many);
  expect(objects.size).toBeGreaterThan(0);
  expect(objects.size).toBeLessThan(many.length);
  await define();
  for (let turn = 0; turn < 20; turn++) await settle(0);
  expect([...objects.keys()]).toEqual([]);
  await define(...many);
  for (let turn = 0; turn < 20; turn++) await settle(0);
  expect(objects.size).toBe(many.length);
});

it('looks again after a change of an APIService, and after a failure', async () => {
  const { objects, define, changed, settle, looks, setFails } = await keeping();
  await define(a);
  objects.clear();
  changed('DELETED', 'v1.x.example.com');
  await settle(100);
  expect([...objects.keys()]).toEqual(['v1.x.example.com']);
  setFails(true);
  await define(a, c);
  expect(objects.size).toBe(1);
  const before = looks();
  setFails(false);
  await settle(5_000);
  expect([objects.size, looks()]).toEqual([2, before + 1]);
});
