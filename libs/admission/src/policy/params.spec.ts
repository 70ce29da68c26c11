import { ApiError } from '@orch/apimachinery';
import type { Entry, Registry, ResourceStore } from '@orch/registry';
import { ConfigurationError, ParamObjects } from './params.js';

/** A registry with objects of one namespaced kind. @param read of the store; it gets the key of the entry. */
function registryWith(keys: readonly string[], read: (key: string) => unknown) {
  const entries = keys.map((key) => ({ key, selectorFacts: { labels: { limit: 'yes' } } }) as unknown as Entry);
  const definition = {
    apiVersion: 'v1',
    gvk: { group: '', version: 'v1', kind: 'ConfigMap' },
    gvr: { group: '', version: 'v1', resource: 'configmaps' },
    declaration: { namespaced: true },
  };
  const store = { definition, object: ({ key }: Entry) => read(key) } as unknown as ResourceStore;
  return { resources: [store], resource: () => store, entriesOf: () => entries } as unknown as Registry;
}

const selected = (registry: Registry) =>
  new ParamObjects(registry).of(
    { apiVersion: 'v1', kind: 'ConfigMap' },
    { selector: { matchLabels: { limit: 'yes' } }, parameterNotFoundAction: 'Deny' },
    'n',
  );

it('many parameters are decoded one by one, when each is used', () => {
  const decoded: string[] = [];
  const found = selected(registryWith(['a', 'b', 'c'], (key) => decoded.push(key)));
  expect([found.map((param) => param!.key), decoded]).toEqual([['a', 'b', 'c'], []]);
  found[1]!.read();
  expect(decoded).toEqual(['b']);
});

it('one that cannot be shown in the version of paramKind is a fault of the configuration', () => {
  const notConverted = () => {
    throw ApiError.internal('an object is not converted to v1');
  };
  const [param] = selected(registryWith(['a'], notConverted));
  expect(() => param!.read()).toThrow(ConfigurationError);
  expect(() => param!.read()).toThrow('a param is not stored as paramKind `v1, Kind=ConfigMap`');
});
