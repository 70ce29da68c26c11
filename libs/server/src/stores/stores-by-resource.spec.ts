import { builtinKinds, compileKinds } from '@orch/api';
import type { Storage } from '@orch/storage';
import { vocabularies } from '@orch/vocabulary';
import type { OpenStore } from './open-stores.js';
import { storesByResource, UnknownStoredResource } from './stores-by-resource.js';

const definitions = compileKinds(builtinKinds, vocabularies.orch, 24);
const storage = {} as Storage;
const placed = (group: string, resource: string) => {
  const store: OpenStore = { storage, name: '', resources: [{ group, resource }], telemetry: undefined };
  return [...storesByResource([{ ...store, name: 'main', resources: [] }, store], definitions)];
};

it('uses the resource names of stored objects', () => {
  expect(placed('', 'events')).toEqual([['events', storage]]);
  expect(placed('apps', 'deployments')).toEqual([['deployments.apps', storage]]);
  expect(placed('autoscaling', 'horizontalpodautoscalers')).toEqual([
    ['horizontalpodautoscalers.autoscaling', storage],
  ]);
});
it.each([
  ['', 'eventz'],
  ['', 'deployments'],
  ['events.orch.io', 'events'], // stored in the core group
])('%j has no %s', (group, resource) => expect(() => placed(group, resource)).toThrow(UnknownStoredResource));
