import { builtinKinds, compileKinds } from '@orch/api';
import type { ApiError, ApiObject, ObjectMeta } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { asCreated, asUpdated } from './admitted-metadata.js';
import type { WriteContext } from './write-context.js';

const definition = compileKinds(builtinKinds, vocabularies.kubernetes).find(({ gvk }) => gvk.kind === 'RoleBinding')!;
const context = { parts: { definition } } as unknown as WriteContext;
const assigned: ObjectMeta = {
  name: 'a',
  namespace: 'own',
  uid: 'u',
  generation: 1,
  creationTimestamp: '2026-01-01T00:00:00Z',
};
const object = (metadata: ObjectMeta): ApiObject => ({ metadata });

describe('metadata that mutating admission returns for a new object', () => {
  const created = (changes: Partial<ObjectMeta>): ObjectMeta =>
    asCreated(context, object(assigned), object({ ...assigned, ...changes })).metadata;

  it('is not of another namespace', () =>
    expect(() => created({ namespace: 'kube-system' })).toThrow(/does not match the namespace sent on the request/));

  it('has no resourceVersion', () => expect(() => created({ resourceVersion: '7' })).toThrow(/should not be set/));

  it('is refused as kube-apiserver does, without a reason', () => {
    let status: unknown;
    try {
      created({ resourceVersion: '7' });
    } catch (error) {
      status = (error as ApiError).toStatus();
    }
    expect(status).toMatchObject({ code: 500, message: 'resourceVersion should not be set on objects to be created' });
    expect(status).not.toHaveProperty('reason');
  });

  it.each<Partial<ObjectMeta>>([
    { namespace: undefined },
    { uid: 'x' },
    { uid: undefined, creationTimestamp: undefined },
    { creationTimestamp: '2000-01-01T00:00:00Z' },
    { deletionTimestamp: '2000-01-01T00:00:00Z', deletionGracePeriodSeconds: 1 },
    { generation: 9 },
    { selfLink: '/x' },
  ])('does not decide what the server assigns: %j', (changes) => expect(created(changes)).toEqual(assigned));

  it('has labels, owners and finalizers as admission wants them', () =>
    expect(created({ labels: { a: 'b' }, finalizers: ['x.io/y'] })).toEqual({
      ...assigned,
      labels: { a: 'b' },
      finalizers: ['x.io/y'],
    }));
});

it('mutating admission of an update does not count generations and versions', () => {
  const updated = object({ ...assigned, resourceVersion: '7' });
  const admitted = object({ ...updated.metadata, generation: 9, resourceVersion: '9', labels: { a: 'b' } });
  expect(asUpdated(updated, admitted).metadata).toEqual({ ...updated.metadata, labels: { a: 'b' } });
});
