import { systemClock } from '@orch/apimachinery';
import { keyOf, keyText, type HasMetadata } from '@orch/client';
import { InMemoryApi } from '@orch/client-testing';
import { isClaimInUse, isHeld, isVolumeInUse } from './plan.js';
import { ProtectionReconciler } from './protection-reconciler.js';
import { claims, claimsOfPod, pods, volumes, type PersistentVolume, type Pod } from './volume-objects.js';
import { usedByClaims, usedByPods } from './uses.js';

const signal = new AbortController().signal;
const PVC_ENTRY = 'orch.io/pvc-protection';
const PV_ENTRY = 'orch.io/pv-protection';
const deletionTimestamp = '2024-01-01T00:00:00Z';

const claim = (over: object = {}) => ({ metadata: { namespace: 't1', name: 'c', uid: 'u1', ...over } });
const pod = (volume: object, over: Partial<Pod> = {}): Pod => ({
  metadata: { namespace: 't1', name: 'p' },
  spec: { volumes: [{ name: 'v', ...volume }] },
  ...over,
});
const uses = { persistentVolumeClaim: { claimName: 'c' } };

describe('a claim in use', () => {
  const table = [
    { id: 'A-499', name: 'a running pod', pods: [pod(uses, { status: { phase: 'Running' } })], want: true },
    {
      id: 'A-499',
      name: 'a pod that waits for a node',
      pods: [pod(uses, { status: { phase: 'Pending' } })],
      want: true,
    },
    { id: 'A-499', name: 'a pod without a status', pods: [pod(uses)], want: true },
    {
      id: 'A-499',
      name: 'a pod that is being deleted',
      pods: [pod(uses, { metadata: { namespace: 't1', name: 'p', deletionTimestamp } })],
      want: true,
    },
    {
      id: 'A-499',
      name: 'not a pod that succeeded',
      pods: [pod(uses, { status: { phase: 'Succeeded' } })],
      want: false,
    },
    { id: 'A-499', name: 'not a pod that failed', pods: [pod(uses, { status: { phase: 'Failed' } })], want: false },
    {
      id: 'A-499',
      name: 'not a pod with another claim',
      pods: [pod({ persistentVolumeClaim: { claimName: 'd' } })],
      want: false,
    },
    {
      id: 'A-499',
      name: 'not a pod of another namespace',
      pods: [pod(uses, { metadata: { namespace: 't2', name: 'p' } })],
      want: false,
    },
    { id: 'A-499', name: 'not without pods', pods: [], want: false },
  ];
  for (const c of table) it(`${c.id} ${c.name}`, () => expect(isClaimInUse(claim(), c.pods)).toBe(c.want));

  it('A-499 an ephemeral volume uses <pod>-<volume>', () => {
    expect(claimsOfPod(pod({ ephemeral: {} }))).toEqual([{ namespace: 't1', name: 'p-v' }]);
    expect(isClaimInUse(claim({ name: 'p-v' }), [pod({ ephemeral: {} })])).toBe(true);
  });
});

describe('a volume in use', () => {
  const volume = (spec: PersistentVolume['spec'], phase?: string): PersistentVolume => ({
    metadata: { name: 'v1' },
    ...(spec ? { spec } : {}),
    ...(phase ? { status: { phase } } : {}),
  });
  const ref = { namespace: 't1', name: 'c', uid: 'u1' };
  const table = [
    {
      id: 'A-500',
      name: 'its claim exists',
      volume: volume({ claimRef: ref }, 'Bound'),
      claims: [claim()],
      want: true,
    },
    {
      id: 'A-500',
      name: 'its claim exists, whatever the phase',
      volume: volume({ claimRef: ref }),
      claims: [claim()],
      want: true,
    },
    {
      id: 'A-500',
      name: 'a claim names it',
      volume: volume(undefined),
      claims: [{ ...claim(), spec: { volumeName: 'v1' } }],
      want: true,
    },
    {
      id: 'A-500',
      name: 'not when a claim names it that it is not for',
      volume: volume({ claimRef: ref }, 'Released'),
      claims: [{ ...claim({ namespace: 't2', name: 'foreign' }), spec: { volumeName: 'v1' } }],
      want: false,
    },
    { id: 'A-500', name: 'bound, to whom it does not say', volume: volume(undefined, 'Bound'), claims: [], want: true },
    {
      id: 'A-500',
      name: 'not when its claim is gone',
      volume: volume({ claimRef: ref }, 'Bound'),
      claims: [],
      want: false,
    },
    {
      id: 'A-500',
      name: 'not by a new claim of the same name',
      volume: volume({ claimRef: ref }),
      claims: [claim({ uid: 'u2' })],
      want: false,
    },
    {
      id: 'A-500',
      name: 'not by a claim of another namespace',
      volume: volume({ claimRef: ref }),
      claims: [claim({ namespace: 't2' })],
      want: false,
    },
    {
      id: 'A-500',
      name: 'not when no claim uses it',
      volume: volume(undefined, 'Available'),
      claims: [claim()],
      want: false,
    },
  ];
  for (const c of table) it(`${c.id} ${c.name}`, () => expect(isVolumeInUse(c.volume, c.claims)).toBe(c.want));
});

it('only what is being deleted and has our finalizer is held', () => {
  expect(isHeld(claim({ deletionTimestamp, finalizers: [PVC_ENTRY] }), PVC_ENTRY)).toBe(true);
  expect(isHeld(claim({ finalizers: [PVC_ENTRY] }), PVC_ENTRY)).toBe(false);
  expect(isHeld(claim({ deletionTimestamp, finalizers: ['x'] }), PVC_ENTRY)).toBe(false);
});

describe('claims', () => {
  const api = new InMemoryApi();
  const key = { namespace: 't1', name: 'c' };
  const podKey = { namespace: 't1', name: 'p' };
  const indexes = { claim: (object: Pod) => claimsOfPod(object).map(keyText) };
  const over = (seen: (object: Pod) => boolean) =>
    new ProtectionReconciler(
      api.lister(claims),
      usedByPods(
        { pods: api.lister(pods, { indexes, hide: (object) => !seen(object) }), claims: api.lister(claims), finalizer: PVC_ENTRY },
        api.resource(pods),
        systemClock,
      ), // prettier-ignore
      api.resource(claims),
      PVC_ENTRY,
    );

  it('A-499 goes when the pod goes, not before', async () => {
    api.put(claims, claim({ deletionTimestamp, finalizers: [PVC_ENTRY] }));
    api.put(pods, pod(uses));
    await over(() => true).reconcile(key, signal);
    expect(api.find(claims, key)).toBeDefined();
    api.remove(pods, podKey);
    await over(() => true).reconcile(key, signal);
    expect(api.find(claims, key)).toBeUndefined();
    await over(() => true).reconcile(key, signal);
  });
  it('A-499 keeps a claim of a pod that is not in the cache yet', async () => {
    api.put(claims, claim({ deletionTimestamp, finalizers: [PVC_ENTRY] }));
    api.put(pods, pod(uses));
    // Its delete may cause no event: the claim is reconciled again.
    expect(await over(() => false).reconcile(key, signal)).toEqual({ requeueAfterMs: 5000 });
    expect(api.find(claims, key)?.metadata.finalizers).toEqual([PVC_ENTRY]);
  });
  it('claims that are deleted together share one list of the pods of their namespace', async () => {
    let lists = 0;
    const counted = {
      namespace: () => ({ listAll: () => (lists++, api.resource(pods).namespace('t9').listAll()) }),
    } as never;
    const finalizer = PVC_ENTRY;
    const inNamespace = { indexes: { namespace: ({ metadata }: HasMetadata) => [metadata.namespace ?? ''] } };
    const caches = { pods: api.lister(pods, { indexes }), claims: api.lister(claims, inNamespace), finalizer };
    const use = usedByPods(caches, counted, systemClock);
    const reconciler = new ProtectionReconciler(api.lister(claims), use, api.resource(claims), finalizer);
    const names = Array.from({ length: 20 }, (_, n) => `c${n}`);
    for (const name of names)
      api.put(claims, claim({ namespace: 't9', name, uid: name, deletionTimestamp, finalizers: [PVC_ENTRY] }));
    for (const name of names) await reconciler.reconcile({ namespace: 't9', name }, signal);
    expect(names.filter((name) => api.find(claims, { namespace: 't9', name }))).toEqual([]);
    expect(lists).toBe(1);
  });
  it('touches no other finalizer', async () => {
    api.remove(pods, podKey);
    api.put(claims, claim({ deletionTimestamp, finalizers: ['other', PVC_ENTRY] }));
    await over(() => true).reconcile(key, signal);
    expect(api.find(claims, key)?.metadata.finalizers).toEqual(['other']);
  });
});

describe('volumes', () => {
  const api = new InMemoryApi();
  const key = { namespace: '', name: 'v1' };
  const indexes = { volume: (object: { spec?: { volumeName?: string } }) => [object.spec?.volumeName ?? ''] };
  const over = (seen: boolean, client = api.resource(claims)) => {
    const caches = { claims: api.lister(claims, { indexes, hide: () => !seen }), volumes: api.lister(volumes) };
    const use = usedByClaims({ ...caches, finalizer: PV_ENTRY }, client, systemClock);
    return new ProtectionReconciler(api.lister(volumes), use, api.resource(volumes), PV_ENTRY);
  };
  const bound = {
    metadata: { name: 'v1', deletionTimestamp, finalizers: [PV_ENTRY] },
    spec: { claimRef: { namespace: 't1', name: 'c', uid: 'u1' } },
    status: { phase: 'Bound' },
  };

  it('A-500 goes when its claim goes, not before', async () => {
    api.put(volumes, bound);
    const stored = api.put(claims, claim());
    await over(true).reconcile(key, signal);
    expect(await over(false).reconcile(key, signal)).toEqual({ requeueAfterMs: 5000 });
    expect(api.find(volumes, key)).toBeDefined();
    api.remove(claims, keyOf(stored));
    await over(true).reconcile(key, signal);
    expect(api.find(volumes, key)).toBeUndefined();
  });

  it('A-500 that are deleted together share one list of all claims, which keeps those that are used', async () => {
    let lists = 0;
    const counted = { listAll: () => (lists++, api.resource(claims).listAll()) } as never;
    const names = Array.from({ length: 20 }, (_, n) => `pv${n}`);
    for (const name of names) {
      const metadata = { ...bound.metadata, name, uid: name };
      const of = { spec: { claimRef: { namespace: 't1', name, uid: name } }, status: bound.status };
      api.put(volumes, { metadata, ...(name === 'pv3' ? {} : of) });
    }
    api.put(claims, { metadata: { namespace: 't2', name: 'other', uid: 'o' }, spec: { volumeName: 'pv3' } });
    api.put(claims, { metadata: { namespace: 't1', name: 'pv4', uid: 'pv4' } });
    api.put(claims, { metadata: { namespace: 't1', name: 'pv5', uid: 'later' } });
    const reconciler = over(false, counted);
    for (const name of names) await reconciler.reconcile({ namespace: '', name }, signal);
    expect(names.filter((name) => api.find(volumes, { namespace: '', name }))).toEqual(['pv3', 'pv4']);
    // One more for each that is used: it is looked up again.
    expect(lists).toBe(3);
  });
});
