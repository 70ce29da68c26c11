import type { ApiObject } from '@orch/apimachinery';
import { Trial } from '../trial/trial.js';

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
    const strategy = new Trial(kind).definition.subresources.get('status')!;
    const object = (metadata: object) => ({ metadata, status: {} }) as unknown as ApiObject;
    const built = strategy.prepareForUpdate(object(sent), object(old), new Trial(kind).context);
    expect(built.metadata).toEqual({ ...old, ...changed });
  });
});
