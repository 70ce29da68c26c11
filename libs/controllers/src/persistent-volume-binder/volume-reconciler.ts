import { keyOf, keyText, type Lister, type ObjectKey, type ResourceClient } from '@orch/client';
import { DONE, InjectLister, InjectResourceClient, Reconciler, watch, type Result } from '@orch/controller-kit';
import { Vocabulary } from '@orch/vocabulary';
import { claimOf, VOLUME_BY_CLAIM } from '../shared/volume-indexes.js';
import { claimOptions, volumeOptions } from './informer-indexes.js';
import { claims, volumes, type Claim, type Volume } from '../shared/volume-objects.js';
import { isBoundElsewhere, released } from './release.js';
import { phaseOf } from './volume-phase.js';

/**
 * Reconciles the phase of volumes (C-185, C-243), and releases a volume that was written for a claim which then got another one: the binder wrote
 * it, did not see its own write, and chose a volume that was new.
 */
@Reconciler({
  name: 'persistent-volume-phase',
  watches: [
    watch(volumes, { options: volumeOptions }),
    watch(claims, {
      options: claimOptions,
      mapToKeys: (claim, informers) =>
        informers
          .lister(volumes, volumeOptions)
          .byIndex(VOLUME_BY_CLAIM, keyText(keyOf(claim)))
          .map(keyOf),
    }),
  ],
})
export class VolumeReconciler implements Reconciler {
  constructor(
    @InjectLister(volumes, volumeOptions) private readonly volumes: Lister<Volume>,
    @InjectLister(claims, claimOptions) private readonly claims: Lister<Claim>,
    @InjectResourceClient(claims) private readonly claimClient: ResourceClient<Claim>,
    @InjectResourceClient(volumes) private readonly volumeClient: ResourceClient<Volume>,
    private readonly vocabulary: Vocabulary,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const volume = this.volumes.get(key);
    if (!volume) return DONE;
    const claim = await this.claim(volume, signal);
    if (isBoundElsewhere(volume, claim)) {
      await this.volumeClient.replace(released(volume, this.vocabulary), { signal });
      return DONE;
    }
    const status = phaseOf(volume, claim, this.vocabulary);
    const { phase, message = '' } = volume.status ?? {};
    if (status.phase === phase && status.message === message) return DONE;
    await this.volumeClient.updateStatus({ ...volume, status: { ...volume.status, ...status } }, { signal });
    return DONE;
  }

  private async claim(volume: Volume, signal: AbortSignal): Promise<Claim | undefined> {
    const key = claimOf(volume);
    if (!key) return undefined;
    const cached = this.claims.get(key);
    const { uid } = volume.spec?.claimRef ?? {};
    if (!uid || cached?.metadata.uid === uid) return cached;
    // Phase Released is final, and the cache may be stale: read from the server.
    return this.claimClient.find(key, { signal });
  }
}
