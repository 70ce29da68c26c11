import type { Lister, ObjectKey, ResourceClient } from '@orch/client';
import { DONE, Finalizer, type Reconciler, type Result } from '@orch/controller-kit';
import { isHeld, isVolumeInUse } from './plan.js';
import { claimOfVolume, type PersistentVolume, type PersistentVolumeClaim } from './volume-objects.js';

/** Index of claims by the volume they name. */
export const CLAIM_BY_VOLUME = 'volume';

/** For a claim the cache does not know: if it goes before the cache learns of it, no event will tell. */
const LOOK_AGAIN: Result = { requeueAfterMs: 5_000 };

/** Lets a volume go once no claim holds it. */
export class VolumeProtectionReconciler implements Reconciler {
  private readonly finalizer: Finalizer<PersistentVolume>;

  constructor(
    private readonly volumes: Lister<PersistentVolume>,
    private readonly claims: Lister<PersistentVolumeClaim>,
    private readonly claimClient: ResourceClient<PersistentVolumeClaim>,
    volumeClient: ResourceClient<PersistentVolume>,
    entry: string,
  ) {
    this.finalizer = new Finalizer(volumeClient, entry, () => Promise.resolve());
  }

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const volume = this.volumes.get(key);
    if (!volume || !isHeld(volume, this.finalizer.entry)) return DONE;
    if (isVolumeInUse(volume, this.cachedClaims(volume))) return DONE;
    // The cache may not know yet a claim that exists, and letting go cannot be undone: ask the server itself.
    for await (const claim of this.claimClient.listAll({ signal })) {
      if (isVolumeInUse(volume, [claim])) return LOOK_AGAIN;
    }
    return this.finalizer.run(volume, signal);
  }

  private cachedClaims(volume: PersistentVolume): PersistentVolumeClaim[] {
    const key = claimOfVolume(volume);
    const named = key && this.claims.get(key);
    const naming = this.claims.byIndex(CLAIM_BY_VOLUME, volume.metadata.name ?? '');
    return named ? [named, ...naming] : naming;
  }
}
