import type { Lister, ObjectKey } from '@orch/client';
import { DONE, EventRecorder, InjectLister, Reconciler, watch, type Result } from '@orch/controller-kit';
import { claimOf } from '../shared/volume-indexes.js';
import { claims, volumes, type Claim, type Volume } from '../shared/volume-objects.js';
import { isExpansion, isToExpand, isVolumeOf } from './plan.js';

/** Says by an event that a claim waits for the controller of its storage, as kube-controller-manager does of volumes that it cannot expand itself. */
@Reconciler({
  name: 'persistent-volume-expander',
  watches: [
    watch(claims, { filter: (change) => change.type !== 'deleted' && isExpansion(change.object, change.old) }),
    watch(volumes, {
      filter: ({ object, old }) => object.spec?.claimRef?.uid !== old?.spec?.claimRef?.uid,
      mapToKeys: (volume) => [claimOf(volume)].flatMap((key) => key ?? []),
    }),
  ],
})
export class PersistentVolumeExpanderReconciler implements Reconciler {
  constructor(
    @InjectLister(claims) private readonly claims: Lister<Claim>,
    @InjectLister(volumes) private readonly volumes: Lister<Volume>,
    private readonly events: EventRecorder,
  ) {}

  reconcile(key: ObjectKey): Promise<Result> {
    const claim = this.claims.get(key);
    if (!claim || !isToExpand(claim)) return Promise.resolve(DONE);
    const volume = this.volumes.get({ namespace: '', name: claim.spec?.volumeName ?? '' });
    // The cache of volumes may lag: the event of the volume adds the key again.
    if (!volume || !isVolumeOf(claim, volume)) return Promise.resolve(DONE);
    const message = 'waiting for an external controller to expand this PVC';
    this.events.record(claim, 'Normal', 'ExternalExpanding', message);
    return Promise.resolve(DONE);
  }
}
