import { builtinKinds, compileKinds } from '@orch/api';
import type { RequestContext } from '@orch/http';
import type { Entry, ResourceStore } from '@orch/registry';
import { mostPerTurn } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import type { LargeObjects } from '../../large-objects/large-objects.js';
import { getObject } from './read-objects.js';

it('requests that waited for the conversion of one object are answered in several turns of the event loop', async () => {
  const configMaps = builtinKinds.filter(({ kind }) => kind === 'ConfigMap');
  const [definition] = compileKinds(configMaps, vocabularies.orch);
  const entry = { bytes: Buffer.from('{}'), revision: 1 } as Entry;
  const converted = Promise.resolve(entry);
  const store = { definition, form: {}, get: () => entry, shown: () => converted } as unknown as ResourceStore;
  const context = {
    query: new URLSearchParams(),
    headers: {},
    info: { group: '', resource: 'configmaps', subresource: '', namespace: 't1', name: 'a' },
    user: { username: 'reader', groups: [] },
    signal: new AbortController().signal,
  } as unknown as RequestContext;
  const send = (): Promise<void> => {
    const endMs = performance.now() + 1;
    while (performance.now() < endMs);
    return Promise.resolve();
  };
  const answers = Array.from({ length: 60 }, async () =>
    getObject(store, context, { answers: { send } } as unknown as LargeObjects),
  );
  expect(await mostPerTurn(answers)).toBeLessThanOrEqual(20);
});
