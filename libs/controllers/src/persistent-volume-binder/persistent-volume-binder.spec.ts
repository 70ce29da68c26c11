import { ApiError } from '@orch/apimachinery';
import type { HasMetadata } from '@orch/client';
import { InMemoryApi } from '@orch/client-testing';
import { TerminalError } from '@orch/controller-kit';
import { vocabularies } from '@orch/vocabulary';
import { ClaimReconciler } from './claim-reconciler.js';
import { pods, type Pod } from './ephemeral-claims.js';
import { EphemeralReconciler } from './ephemeral-reconciler.js';
import { volumeFor } from './matching.js';
import { claims, storageClasses, volumes, type Claim, type Volume } from '../shared/volume-objects.js';
import { phaseOf } from './volume-phase.js';
import { VolumeReconciler } from './volume-reconciler.js';

const signal = new AbortController().signal;
const vocabulary = vocabularies.kubernetes;
const key = { namespace: 't1', name: 'c' };
const claim = (spec: object = {}, status: object = { phase: 'Pending' }): Claim => ({
  metadata: { namespace: 't1', name: 'c', uid: 'u1' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '5Gi' } }, ...spec },
  status,
});
const volume = (name: string, storage: string, spec: object = {}, metadata: object = {}): Volume => ({
  metadata: { name, ...metadata },
  spec: { accessModes: ['ReadWriteOnce', 'ReadOnlyMany'], capacity: { storage }, ...spec },
});
const noEvents = { record: () => undefined };
const claimRef = { namespace: 't1', name: 'c', uid: 'u1' };

describe('the volume of a claim', () => {
  const rows: [name: string, claim: Claim, volumes: Volume[], want: string | undefined][] = [
    ['C-242 the smallest that is large enough', claim(), [volume('a', '10Gi'), volume('b', '5Gi'), volume('c', '1Gi')], 'b'],
    ['of equal ones the first', claim(), [volume('b', '5Gi'), volume('a', '5Gi')], 'a'],
    ['with all its access modes', claim({ accessModes: ['ReadWriteMany'] }), [volume('a', '5Gi')], undefined],
    ['of its class', claim({ storageClassName: 'x' }), [volume('a', '5Gi'), volume('b', '9Gi', { storageClassName: 'x' })], 'b'],
    ['A-333 of none where it has none', claim({ storageClassName: '' }), [volume('a', '5Gi', { storageClassName: 'x' })], undefined],
    ['of its mode', claim({ volumeMode: 'Block' }), [volume('a', '5Gi'), volume('b', '5Gi', { volumeMode: 'Block' })], 'b'],
    ['with its labels', claim({ selector: { matchLabels: { a: 'b' } } }), [volume('a', '5Gi'), volume('b', '5Gi', {}, { labels: { a: 'b' } })], 'b'],
    ['meant for it, whatever else', claim(), [volume('a', '5Gi'), volume('b', '1Gi', { claimRef })], 'b'],
    ['meant for it by name', claim(), [volume('b', '9Gi', { claimRef: { namespace: 't1', name: 'c' } })], 'b'],
    ['not one of another', claim(), [volume('a', '5Gi', { claimRef: { ...claimRef, uid: 'u2' } })], undefined],
    ['not one that goes', claim(), [volume('a', '5Gi', {}, { deletionTimestamp: '2024-01-01T00:00:00Z' })], undefined],
    ['A-306 none that lies about, where data is to come', claim({ dataSourceRef: { kind: 'Foo' } }), [volume('a', '5Gi')], undefined],
    ['A-306 but the one that was filled for it', claim({ dataSourceRef: { kind: 'Foo' } }), [volume('a', '5Gi', { claimRef })], 'a'],
  ]; // prettier-ignore
  for (const [name, wanting, list, want] of rows)
    it(name, async () => expect((await volumeFor(wanting, list, false, signal))?.metadata.name).toBe(want));
  it('a class may wait for the pod', async () => {
    expect(await volumeFor(claim(), [volume('a', '5Gi')], true, signal)).toBeUndefined();
    expect((await volumeFor(claim(), [volume('a', '5Gi', { claimRef })], true, signal))?.metadata.name).toBe('a');
  });
  it('reads many requirements of a claim once, not for each volume', async () => {
    let reads = 0;
    const matchExpressions = Array.from({ length: 5_000 }, (_, i) => ({
      get key() {
        reads++;
        return `k${i}`;
      },
      operator: 'NotIn',
      values: ['v'],
    }));
    const labels = { a: 'b' };
    const many = Array.from({ length: 50 }, (_, i) => volume(`v${10 + i}`, '5Gi', {}, { labels }));
    const found = await volumeFor(claim({ selector: { matchExpressions } }), many, false, signal);
    expect(found?.metadata.name).toBe('v10');
    expect(reads).toBeLessThan(3 * 5_000);
  });
});

function setUp(...objects: (readonly [typeof claims | typeof volumes | typeof storageClasses, HasMetadata])[]) {
  const api = new InMemoryApi();
  for (const [resource, object] of objects) api.put(resource, object);
  const recorded: string[] = [];
  const binder = new ClaimReconciler(
    api.lister(claims),
    api.lister(volumes),
    api.lister(storageClasses),
    api.resource(claims),
    api.resource(volumes),
    { record: (_object, type, reason) => void recorded.push(`${type} ${reason}`) },
    vocabulary,
  );
  return { api, recorded, run: () => binder.reconcile(key, signal) };
}

describe('binding', () => {
  it('A-299 A-316 C-242 joins the two, once', async () => {
    const { api, run } = setUp([claims, claim()], [volumes, volume('v', '5Gi')]);
    await run();
    expect(api.find(volumes, { namespace: '', name: 'v' })?.spec?.claimRef).toEqual({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      ...claimRef,
    });
    expect(api.find(claims, key)).toMatchObject({
      spec: { volumeName: 'v' },
      status: { phase: 'Bound', capacity: { storage: '5Gi' }, accessModes: ['ReadWriteOnce', 'ReadOnlyMany'] },
    });
    const { length } = api.writes;
    await run();
    expect(api.writes).toHaveLength(length);
  });
  it.each([
    ['the controller chose', {}, { 'pv.kubernetes.io/bind-completed': 'yes', 'pv.kubernetes.io/bound-by-controller': 'yes' }],
    ['the user chose', { volumeName: 'v' }, { 'pv.kubernetes.io/bind-completed': 'yes' }],
  ])('marks the claim of a volume that %s as bound, for which the scheduler waits', async (_who, spec, annotations) => {
    const { api, run } = setUp([claims, claim(spec)], [volumes, volume('v', '5Gi')]);
    await run();
    expect(api.find(claims, key)?.metadata.annotations).toEqual(annotations);
  }); // prettier-ignore
  it('marks a claim that was bound without the mark', async () => {
    const { api, run } = setUp([claims, claim({ volumeName: 'v' }, { phase: 'Bound' })], [volumes, volume('v', '5Gi', { claimRef })]); // prettier-ignore
    await run();
    await run();
    expect(api.writes).toEqual(['update persistentvolumeclaims t1/c']);
  });
  it('a claim with the mark and without its volume is lost, in any phase', async () => {
    const annotations = { 'pv.kubernetes.io/bind-completed': 'yes' };
    const marked = claim({ volumeName: 'v' });
    const { api, run, recorded } = setUp([claims, { ...marked, metadata: { ...marked.metadata, annotations } }]);
    await run();
    await run();
    expect(api.writes).toEqual(['update persistentvolumeclaims/status t1/c']);
    expect(api.find(claims, key)?.status?.phase).toBe('Lost');
    expect(recorded).toEqual(['Warning ClaimLost']);
  });
  it('resumes a partial binding', async () => {
    const { api, run } = setUp([claims, claim()], [volumes, volume('v', '5Gi', { claimRef })]);
    await run();
    expect(api.writes).toEqual(['update persistentvolumeclaims t1/c', 'update persistentvolumeclaims/status t1/c']);
  });
  it('of two that want one volume, one comes too late', async () => {
    const { api, run } = setUp([claims, claim()], [volumes, volume('v', '5Gi')]);
    const conflict = new Error('conflict');
    api.failNext('update', volumes, conflict);
    await expect(run()).rejects.toBe(conflict);
    expect(api.find(claims, key)?.spec?.volumeName).toBeUndefined();
  });
  it('a claim that names a volume waits for it', async () => {
    const { api, run } = setUp([claims, claim({ volumeName: 'v' })]);
    await run();
    expect(api.writes).toEqual([]);
  });
  it('a claim that names a volume which is being deleted does not get it', async () => {
    const goes = volume('v', '5Gi', {}, { deletionTimestamp: '2024-01-01T00:00:00Z', finalizers: ['x'] });
    const { api, run } = setUp([claims, claim({ volumeName: 'v' })], [volumes, goes]);
    await run();
    expect(api.writes).toEqual([]);
  });
  it('C-242 a bound claim without its volume is lost', async () => {
    const { api, run } = setUp([claims, claim({ volumeName: 'v' }, { phase: 'Bound' })]);
    await run();
    expect(api.find(claims, key)?.status?.phase).toBe('Lost');
  });
  it('a volume the cache has not seen yet is not lost', async () => {
    const api = new InMemoryApi();
    api.put(claims, claim({ volumeName: 'v' }, { phase: 'Bound' }));
    api.put(volumes, volume('v', '5Gi', { claimRef }));
    const behind = api.lister(volumes, { hide: () => true });
    const binder = new ClaimReconciler(api.lister(claims), behind, api.lister(storageClasses), api.resource(claims), api.resource(volumes), noEvents, vocabulary);
    await binder.reconcile(key, signal);
    expect(api.writes).toEqual([]);
  }); // prettier-ignore
  it('a class may wait for the pod', async () => {
    const waiting = { metadata: { name: 'x' }, volumeBindingMode: 'WaitForFirstConsumer' };
    const { api, run } = setUp([claims, claim({ storageClassName: 'x' })], [volumes, volume('v', '5Gi', { storageClassName: 'x' })], [storageClasses, waiting]); // prettier-ignore
    await run();
    expect(api.writes).toEqual([]);
  });
});

describe('a volume whose claim is bound to another', () => {
  const bound = claim({ volumeName: 'other' }, { phase: 'Bound' });
  const run = async (one: Volume, its: Claim): Promise<InMemoryApi> => {
    const api = new InMemoryApi();
    api.put(claims, its);
    api.put(volumes, one);
    const phases = new VolumeReconciler(
      api.lister(volumes),
      api.lister(claims),
      api.resource(claims),
      api.resource(volumes),
      vocabulary,
    );
    for (let turn = 0; turn < 3; turn++) await phases.reconcile({ namespace: '', name: 'v' }, signal);
    return api;
  };
  const left = (api: InMemoryApi) => api.find(volumes, { namespace: '', name: 'v' })!;

  it('is available again', async () => {
    const annotations = { [vocabulary.annotations.boundByController]: 'yes', mine: 'kept' };
    const api = await run(volume('v', '5Gi', { claimRef }, { annotations }), bound);
    expect(left(api).spec).toEqual(volume('v', '5Gi').spec);
    expect(left(api).metadata.annotations).toEqual({ mine: 'kept' });
    expect(left(api).status?.phase).toBe('Available');
    expect(api.writes).toEqual(['update persistentvolumes v', 'update persistentvolumes/status v']);
  });
  it('stays reserved when a user has reserved it', async () => {
    const api = await run(volume('v', '5Gi', { claimRef }), bound);
    expect(left(api).spec?.claimRef).toEqual({ namespace: 't1', name: 'c' });
    expect(left(api).status?.phase).toBe('Available');
  });
  it.each([
    ['is not bound yet', claim()],
    ['is bound to it', claim({ volumeName: 'v' })],
  ])('is not released while its claim %s', async (_what, its) => {
    const api = await run(volume('v', '5Gi', { claimRef }), its);
    expect(api.writes).toEqual(['update persistentvolumes/status v']);
    expect(left(api).status?.phase).toBe('Bound');
  });

  it('was chosen before a smaller one came, by a cache that did not show the choice', async () => {
    const { api } = setUp([claims, claim()], [volumes, volume('v', '6Gi')]);
    const seen = api.find(volumes, { namespace: '', name: 'v' })!;
    const behind = api.lister(volumes);
    const binder = new ClaimReconciler(
      api.lister(claims),
      { ...behind, list: () => behind.list().map((one) => (one.metadata.name === 'v' ? seen : one)) },
      api.lister(storageClasses),
      api.resource(claims),
      api.resource(volumes),
      noEvents,
      vocabulary,
    );
    api.failNext('update', claims, new Error('down'));
    await expect(binder.reconcile(key, signal)).rejects.toThrow('down');
    api.put(volumes, volume('new', '5Gi'));
    await binder.reconcile(key, signal);
    expect(api.find(claims, key)?.spec?.volumeName).toBe('new');
    const phases = new VolumeReconciler(
      api.lister(volumes),
      api.lister(claims),
      api.resource(claims),
      api.resource(volumes),
      vocabulary,
    );
    await phases.reconcile({ namespace: '', name: 'v' }, signal);
    expect(left(api).spec?.claimRef).toBeUndefined();
  });
});

describe('the life of a volume', () => {
  const rows: [name: string, volume: Volume, claim: Claim | undefined, want: string][] = [
    ['C-185 C-243 without a claim', volume('v', '1Gi'), undefined, 'Available'],
    ['C-243 reserved for a claim that does not exist yet', volume('v', '1Gi', { claimRef: { namespace: 't1', name: 'c' } }), undefined, 'Available'],
    ['C-243 its claim is there', volume('v', '1Gi', { claimRef }), claim(), 'Bound'],
    ['C-243 its claim is gone', volume('v', '1Gi', { claimRef }), undefined, 'Released'],
    ['C-243 another claim has the name', volume('v', '1Gi', { claimRef: { ...claimRef, uid: 'old' } }), claim(), 'Released'],
    ['C-243 to delete, without a driver', volume('v', '1Gi', { claimRef, persistentVolumeReclaimPolicy: 'Delete' }), undefined, 'Failed'],
    ['its driver deletes it', volume('v', '1Gi', { claimRef, persistentVolumeReclaimPolicy: 'Delete', csi: {} }), undefined, 'Released'],
    ['its provisioner deletes it', volume('v', '1Gi', { claimRef, persistentVolumeReclaimPolicy: 'Delete' }, { annotations: { 'pv.kubernetes.io/provisioned-by': 'p' } }), undefined, 'Released'],
    ['to recycle, without a driver', volume('v', '1Gi', { claimRef, persistentVolumeReclaimPolicy: 'Recycle' }), undefined, 'Failed'],
  ]; // prettier-ignore
  for (const [name, one, its, want] of rows) it(name, () => expect(phaseOf(one, its, vocabulary).phase).toBe(want));

  it('is written when it changes, and a claim the cache lacks is asked for', async () => {
    const api = new InMemoryApi();
    api.put(claims, claim());
    api.put(volumes, volume('v', '5Gi', { claimRef }));
    const hidden = api.lister(claims, { hide: () => true });
    const phases = new VolumeReconciler(
      api.lister(volumes),
      hidden,
      api.resource(claims),
      api.resource(volumes),
      vocabulary,
    );
    const run = () => phases.reconcile({ namespace: '', name: 'v' }, signal);
    await run();
    await run();
    expect(api.writes).toEqual(['update persistentvolumes/status v']);
    expect(api.find(volumes, { namespace: '', name: 'v' })?.status).toEqual({ phase: 'Bound', message: '' });
  });
});

describe('ephemeral volumes', () => {
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const metadata = { labels: { a: 'b' }, annotations: { c: 'd' } };
  const pod = (status: object = {}): Pod => ({
    metadata: { namespace: 't1', name: 'p', uid: 'pod' },
    spec: { volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: { metadata, spec } } }, { name: 'other' }] },
    status,
  });
  const at = { namespace: 't1', name: 'p-v' };
  function start(one: Pod, ...existing: Claim[]) {
    const api = new InMemoryApi();
    api.put(pods, one);
    for (const other of existing) api.put(claims, other);
    const recorded: string[] = [];
    const events = {
      record: (_object: HasMetadata, type: string, reason: string) => void recorded.push(`${type} ${reason}`),
    };
    const reconciler = new EphemeralReconciler(api.lister(pods), api.lister(claims), api.resource(claims), events);
    return { api, recorded, run: () => reconciler.reconcile({ namespace: 't1', name: 'p' }, signal) };
  }

  it('A-349 A-350 A-351 A-352 make a claim of the pod, as the template says', async () => {
    const { api, run, recorded } = start(pod());
    await run();
    await run();
    expect(api.writes).toEqual(['create persistentvolumeclaims t1/p-v']);
    const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'pod', controller: true, blockOwnerDeletion: true };
    expect(api.find(claims, at)).toMatchObject({ metadata: { ...metadata, ownerReferences: [owner] }, spec });
    expect(recorded).toEqual([]);
  });
  it('make many claims of a pod in several reconciles, so that other pods wait for a part only', async () => {
    const volumes = Array.from({ length: 60 }, (_, at) => ({
      name: `v${at}`,
      ephemeral: { volumeClaimTemplate: { spec } },
    }));
    const { api, run } = start({ ...pod(), spec: { volumes } });
    const counts: number[] = [];
    for (let result = await run(); result.requeueAfterMs !== undefined; result = await run()) counts.push(api.writes.length); // prettier-ignore
    expect([...counts, api.writes.length]).toEqual([25, 50, 60]);
  });

  it('A-353 leave a claim of another owner alone, and record an event', async () => {
    const { api, run, recorded } = start(pod(), { metadata: at, spec: {} });
    await run();
    expect([api.writes, recorded]).toEqual([[], ['Warning FailedBinding']]);
  });
  it('A-351 give up a claim that the server refuses, and record it', async () => {
    const { api, run, recorded } = start(pod());
    api.failNext('create', claims, new ApiError('Invalid', 'metadata.name: too long'));
    await expect(run()).rejects.toBeInstanceOf(TerminalError);
    expect(recorded).toEqual(['Warning FailedBinding']);
  });
  it('a pod that has ended needs none', async () => {
    const { api, run } = start(pod({ phase: 'Succeeded' }));
    await run();
    expect(api.writes).toEqual([]);
  });
});
