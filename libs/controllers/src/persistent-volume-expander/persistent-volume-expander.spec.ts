import type { HasMetadata } from '@orch/client';
import { InMemoryApi } from '@orch/client-testing';
import { DONE, reconcilerOptions, type Watch } from '@orch/controller-kit';
import { claims, volumes, type Claim, type Volume } from '../shared/volume-objects.js';
import { isExpansion } from './plan.js';
import { PersistentVolumeExpanderReconciler } from './reconciler.js';

const key = { namespace: 't1', name: 'c' };
const claim = (requested: string, capacity: string | undefined, phase = 'Bound'): Claim => ({
  metadata: { ...key, uid: 'u1' },
  spec: { volumeName: 'v', resources: { requests: { storage: requested } } },
  status: { phase, ...(capacity === undefined ? {} : { capacity: { storage: capacity } }) },
});

const volume = (uid: string | undefined): Volume => ({
  metadata: { name: 'v' },
  spec: { claimRef: { ...key, ...(uid === undefined ? {} : { uid }) } },
});

describe('persistent-volume-expander', () => {
  let api: InMemoryApi;
  let events: string[];
  beforeEach(() => {
    api = new InMemoryApi();
    events = [];
    api.put(volumes, { metadata: { name: 'v' }, spec: { claimRef: { ...key, uid: 'u1' } } });
  });
  const run = () => {
    const record = ({ metadata }: HasMetadata, type: string, reason: string, message: string): void =>
      void events.push(`${metadata.name} ${type} ${reason}: ${message}`);
    return new PersistentVolumeExpanderReconciler(api.lister(claims), api.lister(volumes), { record }).reconcile(key);
  };

  it('an event says that a claim waits for the controller of its storage', async () => {
    api.put(claims, claim('2Gi', '1024Mi'));
    await run();
    expect(events).toEqual(['c Normal ExternalExpanding: waiting for an external controller to expand this PVC']);
    expect(api.writes).toEqual([]);
  });

  it.each([
    ['has what it requests', claim('1Gi', '1024Mi')],
    ['has more', claim('1Gi', '2Gi')],
    ['is not bound', claim('2Gi', '1Gi', 'Pending')],
    ['is gone', undefined],
  ])('none says so of a claim that %s', async (_which, object) => {
    if (object) api.put(claims, object);
    await run();
    expect(events).toEqual([]);
  });

  it('waits for the event of the volume while the cache has none of the claim', async () => {
    api.put(claims, claim('2Gi', '1Gi'));
    api.put(volumes, { metadata: { name: 'v' }, spec: { claimRef: { ...key, uid: 'u2' } } });
    expect(await run()).toBe(DONE);
    expect(events).toEqual([]);
  });

  it.each([
    ['comes', { type: 'added', object: volume('u1') }, true],
    ['gets the claim', { type: 'updated', object: volume('u1'), old: volume(undefined) }, true],
    ['changes otherwise', { type: 'updated', object: volume('u1'), old: volume('u1') }, false],
  ] as const)('a volume that %s adds the key of its claim or not', (_what, change, expected) => {
    const { watches } = reconcilerOptions(PersistentVolumeExpanderReconciler);
    const ofVolumes = (watches as readonly Watch[]).find(({ resource }) => resource === volumes)!;
    expect(ofVolumes.filter!(change)).toBe(expected);
    expect(ofVolumes.mapToKeys!(change.object, undefined as never)).toEqual([key]);
  });

  it.each([
    ['is new', claim('2Gi', '1Gi'), undefined, true],
    ['requests more', claim('2Gi', '1Gi'), claim('1Gi', '1Gi'), true],
    ['requests still more', claim('3Gi', '1Gi'), claim('2Gi', '1Gi'), true],
    ['is bound', claim('2Gi', '1Gi'), claim('2Gi', undefined, 'Pending'), true],
    ['changes otherwise', claim('2Gi', '1Gi'), claim('2Gi', '1Gi'), false],
    ['was expanded', claim('2Gi', '2Gi'), claim('2Gi', '1Gi'), false],
  ])('a claim that %s is looked at or not', (_what, object, old, expected) =>
    expect(isExpansion(object, old)).toBe(expected),
  );
});
