import { ApiError, atOnce, FakeClock, type OwnerReference } from '@orch/apimachinery';
import type { HasMetadata, ObjectKey } from '@orch/client';
import type { Pod } from './budget.js';
import { expectedScale, scaleOf, type ScaleClient } from './expected-scale.js';
import { KnownScales } from './known-scales.js';
import { podOwners } from './pod-owners.js';

const signal = new AbortController().signal;
const owner = (kind: string, uid: string): OwnerReference => ({
  apiVersion: 'apps/v1',
  kind,
  name: uid,
  uid,
  controller: true,
});
const pod = (name: string, of?: OwnerReference): Pod => ({
  metadata: { namespace: 'n', name, ...(of ? { ownerReferences: [of] } : {}) },
});

/** Replicas by owner; undefined: there is no scale. `above` owns a replica set. */
const clientOf = (replicas: Record<string, number | undefined>, above: Record<string, OwnerReference> = {}) => {
  const asked: string[] = [];
  const notFound = (name: string) => ApiError.notFound({ group: 'apps', resource: 'x', name });
  return {
    asked,
    client: {
      restMapping: ({ kind }: { kind: string }) =>
        kind === 'Odd'
          ? Promise.reject(notFound(kind))
          : Promise.resolve({ group: 'apps', resource: kind, kind, namespaced: true }),
      resource: () => ({
        subresource: () => ({
          get: ({ name }: ObjectKey) => {
            asked.push(name);
            if (asked.length > 10) return Promise.reject(new Error('endless reads of scales'));
            const count = replicas[name];
            return count === undefined
              ? Promise.reject(notFound(name))
              : Promise.resolve({ metadata: { name, uid: name }, spec: count === 0 ? {} : { replicas: count } });
          },
        }),
      }),
      metadata: () => ({
        find: ({ name }: ObjectKey): Promise<HasMetadata> =>
          Promise.resolve({
            metadata: { name, uid: name, ...(above[name] ? { ownerReferences: [above[name]] } : {}) },
          }),
      }),
    } as never,
  };
};

/** Of pods whose owners are all read. */
async function expectedOf(pods: readonly Pod[], client: ScaleClient) {
  const scales = new KnownScales(new FakeClock());
  const owners = atOnce(podOwners(pods, pods));
  for (const owner of scales.toRead('n', owners))
    await scales.read('n', owner, (reference) => scaleOf(reference, 'n', client, signal));
  return expectedScale(owners, (owner) => scales.get('n', owner));
}

describe('expected number of pods', () => {
  const web = owner('StatefulSet', 'web');
  it('is the scale of their owners, each owner once', async () => {
    const { client, asked } = clientOf({ web: 3, db: 2 });
    const pods = [pod('a', web), pod('b', web), pod('c', owner('StatefulSet', 'db'))];
    expect(await expectedOf(pods, client)).toBe(5);
    expect(asked).toEqual(['web', 'db']);
  });
  it('is the scale of a deployment during a rollout, not that of its replica sets', async () => {
    const deployment = owner('Deployment', 'd');
    const { client } = clientOf({ old: 1, new: 3, d: 5 }, { old: deployment, new: deployment });
    const pods = [pod('a', owner('ReplicaSet', 'old')), pod('b', owner('ReplicaSet', 'new'))];
    expect(await expectedOf(pods, client)).toBe(5);
  });
  it('is the scale of the next replica set where replica sets own each other', async () => {
    const sets = { a: owner('ReplicaSet', 'a'), b: owner('ReplicaSet', 'b') };
    const { client, asked } = clientOf({ a: 1, b: 2 }, { a: sets.b, b: sets.a });
    expect(await expectedOf([pod('p', sets.a)], client)).toBe(2);
    expect(asked).toEqual(['a', 'b']);
  });
  it('is the scale of a replica set without a deployment', async () => {
    const { client } = clientOf({ r: 2 });
    expect(await expectedOf([pod('a', owner('ReplicaSet', 'r'))], client)).toBe(2);
  });
  it('ignores pods without an owner, and owners scaled to zero', async () => {
    const { client } = clientOf({ web: 0 });
    expect(await expectedOf([pod('a'), pod('b', web)], client)).toBe(0);
  });
  it.each([
    ['an owner without a scale', owner('Job', 'j')],
    ['a kind that is not served', owner('Odd', 'o')],
  ])('is unknown for %s', async (_name, of) => {
    const { client } = clientOf({});
    expect(await expectedOf([pod('a', of)], client)).toBe('found no controllers for pod "a"');
  });
  it('is unknown for an owner whose name nothing can have, which is not asked for', async () => {
    const { client, asked } = clientOf({});
    expect(await expectedOf([pod('a', owner('StatefulSet', 'x'.repeat(254)))], client)).toContain('no controllers');
    expect(asked).toEqual([]);
  });
  it('is that of the last read of a deployment, and not known before all owners were read', () => {
    const pods = [pod('a', owner('ReplicaSet', 'old')), pod('b', owner('ReplicaSet', 'new'))];
    const [first, second] = atOnce(podOwners(pods, pods));
    const state = first!.state;
    const read = (replicas: number, readMs: number) => ({ scale: { uid: 'd', replicas }, state, readMs });
    const total = (...known: [unknown, unknown]) =>
      expectedScale([first!, second!], (owner) => known[owner === first ? 0 : 1] as ReturnType<typeof read> | undefined); // prettier-ignore
    expect([total(read(3, 1), read(5, 2)), total(read(3, 2), read(5, 1))]).toEqual([5, 3]);
    expect([total(read(3, 1), undefined), total(undefined, read(3, 1))]).toEqual([undefined, undefined]);
    expect(total(undefined, { scale: undefined })).toBe('found no controllers for pod "b"');
  });
  it('is at least the number of pods that are not being deleted, of a deployment whose pods changed since it was read', () => {
    const going = pod('x', owner('ReplicaSet', 'new'));
    const pods = [
      ...['a', 'b'].map((name) => pod(name, owner('ReplicaSet', 'old'))),
      ...['c', 'd', 'e'].map((name) => pod(name, owner('ReplicaSet', 'new'))),
      { ...going, metadata: { ...going.metadata, deletionTimestamp: '2024-01-01T00:00:00Z' } },
    ];
    const owners = atOnce(podOwners(pods, pods));
    const total = (replicas: number, changed: string) =>
      expectedScale(owners, ({ state, reference }) => ({
        scale: { uid: 'd', replicas },
        state: reference?.name === changed ? 'before' : state,
        readMs: 1,
      }));
    expect([total(2, 'none'), total(2, 'old'), total(2, 'new'), total(9, 'new')]).toEqual([2, 5, 5, 9]);
  });
  it('is unknown for an owner recreated under the same name', async () => {
    const { client } = clientOf({ web: 3 });
    expect(await expectedOf([pod('a', { ...web, uid: 'gone' })], client)).toContain('no controllers');
  });
});
