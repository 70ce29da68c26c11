import { Client, keyOf, keyText, type Lister } from '@orch/client';
import { InjectLister, Reconciler, watch } from '@orch/controller-kit';
import { VOLUME_BY_CLAIM } from '../shared/volume-indexes.js';
import { claimOptions, volumeOptions } from './informer-indexes.js';
import { ProtectionReconciler } from './protection-reconciler.js';
import { usedByClaims } from './uses.js';
import { claims, volumes, type PersistentVolume, type PersistentVolumeClaim } from './volume-objects.js';

/** Protects volumes that claims use. */
@Reconciler({
  name: 'pv-protection',
  watches: [
    watch(volumes, {
      options: volumeOptions,
      filter: (change) => change.object.metadata.deletionTimestamp !== undefined,
    }),
    watch(claims, {
      options: claimOptions,
      filter: (change) => change.type !== 'added',
      mapToKeys: (claim, informers) => [
        ...(claim.spec?.volumeName ? [{ namespace: '', name: claim.spec.volumeName }] : []),
        ...informers
          .lister(volumes, volumeOptions)
          .byIndex(VOLUME_BY_CLAIM, keyText(keyOf(claim)))
          .map(keyOf),
      ],
    }),
  ],
})
export class VolumeProtectionReconciler extends ProtectionReconciler<PersistentVolume, PersistentVolumeClaim> {
  constructor(
    @InjectLister(volumes, volumeOptions) lister: Lister<PersistentVolume>,
    @InjectLister(claims, claimOptions) claimLister: Lister<PersistentVolumeClaim>,
    client: Client,
  ) {
    const finalizer = client.vocabulary.finalizers.pvProtection;
    const use = usedByClaims(
      { claims: claimLister, volumes: lister, finalizer },
      client.resource(claims),
      client.clock,
    );
    super(lister, use, client.resource(volumes), finalizer);
  }
}
