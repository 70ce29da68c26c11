import { atOnce, ApiError } from '@orch/apimachinery';
import type { Entry, Registry, ResourceStore } from '@orch/registry';
import { StepWork } from '../matching/step-work.js';
import { ConfigurationError, ParamObjects, type Param } from './params.js';

/** A registry with objects of one namespaced kind. @param read of the store; it gets the key of the entry. */
function registryWith(keys: readonly string[], read: (key: string) => unknown) {
  const entries = keys.map(
    (key) => ({ key, isRead: true, length: 100, selectorFacts: { labels: { limit: 'yes' } } }) as unknown as Entry,
  );
  const definition = {
    apiVersion: 'v1',
    gvk: { group: '', version: 'v1', kind: 'ConfigMap' },
    gvr: { group: '', version: 'v1', resource: 'configmaps' },
    declaration: { namespaced: true },
  };
  const store = {
    definition,
    *objectInSteps({ key }: Entry) {
      yield;
      return read(key);
    },
  } as unknown as ResourceStore;
  return { resources: [store], resource: () => store, entriesOf: () => entries } as unknown as Registry;
}

function selected(registry: Registry): readonly (Param | undefined)[] {
  const work = new ParamObjects(registry).of(
    { apiVersion: 'v1', kind: 'ConfigMap' },
    { selector: { matchLabels: { limit: 'yes' } }, parameterNotFoundAction: 'Deny' },
    'n',
    new StepWork(),
  );
  return atOnce(work);
}

it('many parameters are compared with a selector in steps', () => {
  const keys = Array.from({ length: 50_000 }, (_, index) => `k${index}`);
  const entries = registryWith(keys, () => undefined);
  const work = new ParamObjects(entries).of(
    { apiVersion: 'v1', kind: 'ConfigMap' },
    { selector: { matchLabels: { limit: 'no' } } },
    'n',
    new StepWork(),
  );
  let steps = 1;
  while (work.next().done !== true) steps++;
  expect(steps).toBeGreaterThan(12);
});

it('objects that no selector has read before are compared in steps by their size', () => {
  const keys = Array.from({ length: 20 }, (_, index) => `k${index}`);
  const registry = registryWith(keys, () => undefined);
  const entries = registry.entriesOf({ group: '', resource: 'configmaps' });
  for (const entry of entries as unknown as { isRead: boolean; length: number }[])
    Object.assign(entry, { isRead: false, length: 60_000 });
  const work = new ParamObjects(registry).of(
    { apiVersion: 'v1', kind: 'ConfigMap' },
    { selector: { matchLabels: { limit: 'yes' } } },
    'n',
    new StepWork(),
  );
  let steps = 1;
  while (work.next().done !== true) steps++;
  expect(steps).toBeGreaterThan(9);
});

it('many parameters are decoded one by one, when each is used', () => {
  const decoded: string[] = [];
  const found = selected(registryWith(['a', 'b', 'c'], (key) => decoded.push(key)));
  expect([found.map((param) => param!.key), decoded]).toEqual([['a', 'b', 'c'], []]);
  const work = found[1]!.read();
  expect([work.next().done, decoded]).toEqual([false, []]);
  atOnce(work);
  expect(decoded).toEqual(['b']);
});

it('one that cannot be shown in the version of paramKind is a fault of the configuration', () => {
  const notConverted = () => {
    throw ApiError.internal('an object is not converted to v1');
  };
  const [param] = selected(registryWith(['a'], notConverted));
  expect(() => atOnce(param!.read())).toThrow(ConfigurationError);
  expect(() => atOnce(param!.read())).toThrow('a param is not stored as paramKind `v1, Kind=ConfigMap`');
});
