import { keyOf, type InformerFactory, type Lister, type ObjectKey, type ResourceClient } from '@orch/client';
import { DONE, InjectLister, InjectResourceClient, Reconciler, watch, type Result } from '@orch/controller-kit';
import { BY_VOLUME, claimOptions, volumeOptions } from './informer-indexes.js';
import { requestOf, satisfies, volumeFor } from './matching.js';
import {
  claimOf,
  claims,
  isFor,
  storageClasses,
  volumes,
  type Claim,
  type StorageClass,
  type Volume,
} from '../shared/volume-objects.js';

function keysOf(volume: Volume, informers: InformerFactory): readonly ObjectKey[] {
  const naming = (name: string) => informers.lister(claims, claimOptions).byIndex(BY_VOLUME, name).map(keyOf);
  const claim = claimOf(volume);
  // Any unbound claim may be waiting for an available volume.
  return [...(claim ? [claim] : []), ...naming(volume.metadata.name ?? ''), ...(claim ? [] : naming(''))];
}

/**
 * Binds claims to volumes, and reports lost volumes (C-242). The volume is written first, with its resourceVersion: of
 * two competing claims, one gets a conflict and retries. Each step can be resumed by a later reconcile.
 */
@Reconciler({
  name: 'persistent-volume-binder',
  watches: [watch(claims, { options: claimOptions }), watch(volumes, { options: volumeOptions, mapToKeys: keysOf })],
})
export class ClaimReconciler implements Reconciler {
  constructor(
    @InjectLister(claims, claimOptions) private readonly claims: Lister<Claim>,
    @InjectLister(volumes, volumeOptions) private readonly volumes: Lister<Volume>,
    @InjectLister(storageClasses) private readonly classes: Lister<StorageClass>,
    @InjectResourceClient(claims) private readonly claimClient: ResourceClient<Claim>,
    @InjectResourceClient(volumes) private readonly volumeClient: ResourceClient<Volume>,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const claim = this.claims.get(key);
    if (!claim || claim.metadata.deletionTimestamp) return DONE;
    const name = claim.spec?.volumeName;
    if (!name) {
      const volume = await volumeFor(claim, this.volumes.list(), this.waits(claim), signal);
      if (volume) await this.bind(claim, volume, signal);
      return DONE;
    }
    const volume = this.volumes.get({ namespace: '', name });
    if (volume && (isFor(volume, claim) || (isFree(volume) && satisfies(volume, await requestOf(claim, signal))))) {
      await this.bind(claim, volume, signal);
    } else if (claim.status?.phase === 'Bound') {
      await this.lose(claim, name, signal);
    }
    return DONE;
  }

  private waits({ spec }: Claim): boolean {
    const storageClass = this.classes.get({ namespace: '', name: spec?.storageClassName ?? '' });
    return storageClass?.volumeBindingMode === 'WaitForFirstConsumer';
  }

  private async bind(claim: Claim, volume: Volume, signal: AbortSignal): Promise<void> {
    const { namespace, name, uid } = claim.metadata;
    if (volume.spec?.claimRef?.uid !== uid) {
      const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid } as const;
      await this.volumeClient.replace({ ...volume, spec: { ...volume.spec, claimRef } } as Volume, { signal });
    }
    let bound = claim;
    if (claim.spec?.volumeName !== volume.metadata.name) {
      const spec = { ...claim.spec, volumeName: volume.metadata.name } as Claim['spec'];
      bound = await this.claimClient.replace({ ...claim, spec } as Claim, { signal });
    }
    if (bound.status?.phase === 'Bound') return;
    const { accessModes = [], capacity = {} } = volume.spec ?? {};
    const status = { ...bound.status, phase: 'Bound', accessModes, capacity };
    await this.claimClient.updateStatus({ ...bound, status }, { signal });
  }

  private async lose(claim: Claim, name: string, signal: AbortSignal): Promise<void> {
    // Phase Lost is final, and the cache may be stale: read from the server.
    const volume = await this.volumeClient.find({ namespace: '', name }, { signal });
    if (volume && (isFor(volume, claim) || isFree(volume))) return;
    await this.claimClient.updateStatus({ ...claim, status: { ...claim.status, phase: 'Lost' } }, { signal });
  }
}

const isFree = ({ spec }: Volume): boolean => !spec?.claimRef?.name;
