import type { ApiObject } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { builtinKinds } from '../kinds.js';
import { KindTestHarness } from '../kind-test-harness/kind-test-harness.fixture.js';
import { compileKinds } from './compile-kinds.js';

describe('metadata of status writes', () => {
  const old = { name: 'x', labels: { a: 'old' }, annotations: { b: 'old' }, finalizers: ['example.org/old'] };
  const sent = { name: 'x', labels: { a: 'new' }, annotations: { b: 'new' }, finalizers: [], resourceVersion: '7' };
  it.each<[kind: string, changed: object]>([
    ['FlowSchema', { resourceVersion: '7' }],
    ['PriorityLevelConfiguration', { resourceVersion: '7' }],
    ['ServiceCIDR', { resourceVersion: '7' }],
    ['ValidatingAdmissionPolicy', { resourceVersion: '7' }],
    ['Deployment', { ...sent, labels: { a: 'old' } }],
    ['ReplicaSet', sent],
    ['PodDisruptionBudget', sent],
  ])('of a %s are those that its kind lets change', (kind, changed) => {
    const strategy = new KindTestHarness(kind).definition.subresources.get('status')!;
    const object = (metadata: object) => ({ metadata, status: {} }) as unknown as ApiObject;
    const built = strategy.prepareForUpdate(object(sent), object(old), new KindTestHarness(kind).context);
    expect(built.metadata).toEqual({ ...old, ...changed });
  });

  const written = compileKinds(builtinKinds, vocabularies.orch).flatMap((definition) =>
    [...definition.subresources].flatMap(([name, strategy]) =>
      strategy.view ? [] : [{ of: `${definition.apiVersion} ${definition.gvr.resource}/${name}`, strategy }],
    ),
  );
  const { context } = new KindTestHarness('Pod');
  const owner = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', name, uid: name });
  it.each(written)('$of keeps the owner references of the current object', ({ strategy }) => {
    const object = (ownerReferences: object[] | undefined) =>
      ({ metadata: { ...old, ...(ownerReferences ? { ownerReferences } : {}) }, spec: {}, status: {} }) as ApiObject;
    const after = (sent: object[] | undefined, current: object[] | undefined) =>
      strategy.prepareForUpdate(object(sent), object(current), context).metadata.ownerReferences;
    expect(after([owner('gone')], undefined)).toBeUndefined();
    expect(after([owner('gone')], [owner('stored')])).toEqual([owner('stored')]);
    expect(after(undefined, [owner('stored')])).toEqual([owner('stored')]);
  });
});
