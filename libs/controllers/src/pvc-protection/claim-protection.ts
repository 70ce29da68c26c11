import { Client, type Lister } from '@orch/client';
import { InjectLister, Reconciler, watch } from '@orch/controller-kit';
import { claimOptions, podOptions } from './informer-indexes.js';
import { ProtectionReconciler } from './protection-reconciler.js';
import { usedByPods } from './uses.js';
import { claims, claimsOfPod, pods, type PersistentVolumeClaim, type Pod } from './volume-objects.js';

/** Protects claims that pods use. */
@Reconciler({
  name: 'pvc-protection',
  watches: [
    watch(claims, {
      options: claimOptions,
      filter: (change) => change.object.metadata.deletionTimestamp !== undefined,
    }),
    watch(pods, { options: podOptions, mapToKeys: claimsOfPod, filter: (change) => change.type !== 'added' }),
  ],
})
export class ClaimProtectionReconciler extends ProtectionReconciler<PersistentVolumeClaim, Pod> {
  constructor(
    @InjectLister(claims, claimOptions) lister: Lister<PersistentVolumeClaim>,
    @InjectLister(pods, podOptions) podLister: Lister<Pod>,
    client: Client,
  ) {
    const finalizer = client.vocabulary.finalizers.pvcProtection;
    const use = usedByPods({ pods: podLister, claims: lister, finalizer }, client.resource(pods), client.clock);
    super(lister, use, client.resource(claims), finalizer);
  }
}
