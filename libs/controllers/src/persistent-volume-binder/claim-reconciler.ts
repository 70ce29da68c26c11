import { keyOf, type InformerFactory, type Lister, type ObjectKey, type ResourceClient } from '@orch/client';
import { DONE, InjectLister, InjectResourceClient, Reconciler, watch, type Result } from '@orch/controller-kit';
import { Vocabulary } from '@orch/vocabulary';
import { CLAIM_BY_VOLUME, claimOf } from '../shared/volume-indexes.js';
import { claimOptions, UNBOUND_BY_CLASS, volumeOptions } from './informer-indexes.js';
import { requestOf, satisfies, volumeFor } from './matching.js';
import {
  claims,
  isFor,
  storageClasses,
  volumes,
  type Claim,
  type ClaimReference,
  type StorageClass,
  type Volume,
} from '../shared/volume-objects.js';

function keysOf(volume: Volume, informers: InformerFactory): readonly ObjectKey[] {
  const lister = informers.lister(claims, claimOptions);
  const naming = lister.byIndex(CLAIM_BY_VOLUME, volume.metadata.name ?? '').map(keyOf);
  const claim = claimOf(volume);
  // Any unbound claim of its class may be waiting for an available volume.
  return claim ? [claim, ...naming] : [...naming, ...unboundOf(volume.spec?.storageClassName ?? '', informers)];
}

const unboundOf = (storageClass: string, informers: InformerFactory): readonly ObjectKey[] =>
  informers.lister(claims, claimOptions).byIndex(UNBOUND_BY_CLASS, storageClass).map(keyOf);

/**
 * Binds claims to volumes, and reports lost volumes (C-242). The volume is written first, with its resourceVersion: of
 * two competing claims, one gets a conflict and retries. Each step can be resumed by a later reconcile.
 */
@Reconciler({
  name: 'persistent-volume-binder',
  watches: [
    watch(claims, { options: claimOptions }),
    watch(volumes, { options: volumeOptions, mapToKeys: keysOf }),
    // A class that is created later, or again with another mode.
    watch(storageClasses, { mapToKeys: ({ metadata }, informers) => unboundOf(metadata.name ?? '', informers) }),
  ],
})
export class ClaimReconciler implements Reconciler {
  constructor(
    @InjectLister(claims, claimOptions) private readonly claims: Lister<Claim>,
    @InjectLister(volumes, volumeOptions) private readonly volumes: Lister<Volume>,
    @InjectLister(storageClasses) private readonly classes: Lister<StorageClass>,
    @InjectResourceClient(claims) private readonly claimClient: ResourceClient<Claim>,
    @InjectResourceClient(volumes) private readonly volumeClient: ResourceClient<Volume>,
    private readonly vocabulary: Vocabulary,
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
      await this.volumeClient.replace(this.withClaim(volume, claimRef), { signal });
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

  /** With the annotation, unless a user has reserved the volume for the claim. */
  private withClaim(volume: Volume, claimRef: ClaimReference): Volume {
    const { annotations } = volume.metadata;
    const marks = volume.spec?.claimRef ? {} : { [this.vocabulary.annotations.boundByController]: 'yes' };
    const metadata = { ...volume.metadata, annotations: { ...annotations, ...marks } };
    return { ...volume, metadata, spec: { ...volume.spec, claimRef } };
  }

  private async lose(claim: Claim, name: string, signal: AbortSignal): Promise<void> {
    // Phase Lost is final, and the cache may be stale: read from the server.
    const volume = await this.volumeClient.find({ namespace: '', name }, { signal });
    if (volume && (isFor(volume, claim) || isFree(volume))) return;
    await this.claimClient.updateStatus({ ...claim, status: { ...claim.status, phase: 'Lost' } }, { signal });
  }
}

const isFree = ({ spec }: Volume): boolean => !spec?.claimRef?.name;
