import { Inject } from '@nestjs/common';
import { keyOf, type InformerFactory, type Lister, type ObjectKey, type ResourceClient } from '@orch/client';
import {
  DONE,
  EventRecorder,
  InjectLister,
  InjectResourceClient,
  Reconciler,
  watch,
  type Result,
} from '@orch/controller-kit';
import { Vocabulary } from '@orch/vocabulary';
import { CLAIM_BY_VOLUME, claimOf } from '../shared/volume-indexes.js';
import { claimOptions, UNBOUND_BY_CLASS, volumeOptions } from './informer-indexes.js';
import { requestOf, satisfies, volumeFor } from './matching.js';
import { bindsLate, planUnbound } from './unbound-claim.js';
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
    // A class that is created later, or again with another mode, or that is the default now.
    watch(storageClasses, {
      mapToKeys: ({ metadata }, informers) => [
        ...unboundOf(metadata.name ?? '', informers),
        ...(metadata.annotations ? unboundOf('', informers) : []),
      ],
    }),
  ],
})
export class ClaimReconciler implements Reconciler {
  /** By the object of the lister, which another replaces when the claim changes. */
  private readonly recorded = new WeakMap<Claim, string>();

  constructor(
    @InjectLister(claims, claimOptions) private readonly claims: Lister<Claim>,
    @InjectLister(volumes, volumeOptions) private readonly volumes: Lister<Volume>,
    @InjectLister(storageClasses) private readonly classes: Lister<StorageClass>,
    @InjectResourceClient(claims) private readonly claimClient: ResourceClient<Claim>,
    @InjectResourceClient(volumes) private readonly volumeClient: ResourceClient<Volume>,
    @Inject(EventRecorder) private readonly events: Pick<EventRecorder, 'record'>,
    private readonly vocabulary: Vocabulary,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const claim = this.claims.get(key);
    if (!claim || claim.metadata.deletionTimestamp) return DONE;
    const name = claim.spec?.volumeName;
    if (!name) {
      const volume = await volumeFor(claim, this.volumes.list(), this.waits(claim), signal);
      if (volume) await this.bind(claim, volume, signal);
      else await this.provision(claim, signal);
      return DONE;
    }
    const volume = this.volumes.get({ namespace: '', name });
    if (volume && (isFor(volume, claim) || (isFree(volume) && satisfies(volume, await requestOf(claim, signal))))) {
      await this.bind(claim, volume, signal);
    } else if (claim.status?.phase === 'Bound' || isMarked(claim, this.vocabulary)) {
      await this.lose(claim, name, signal);
    }
    return DONE;
  }

  private waits({ spec }: Claim): boolean {
    const storageClass = this.classes.get({ namespace: '', name: spec?.storageClassName ?? '' });
    return bindsLate(storageClass);
  }

  private async provision(claim: Claim, signal: AbortSignal): Promise<void> {
    const { claim: wanted, event } = planUnbound(claim, this.classes.list(), this.vocabulary);
    if (wanted) await this.claimClient.replace(wanted, { signal });
    if (event) this.record(claim, event.type, event.reason, event.message);
  }

  /** Once for each state of the claim: any new volume of its class adds its key again. */
  private record(claim: Claim, type: 'Normal' | 'Warning', reason: string, message: string): void {
    if (this.recorded.get(claim) === message) return;
    this.recorded.set(claim, message);
    this.events.record({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...claim }, type, reason, message);
  }

  private async bind(claim: Claim, volume: Volume, signal: AbortSignal): Promise<void> {
    const { namespace, name, uid } = claim.metadata;
    if (volume.spec?.claimRef?.uid !== uid) {
      const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid } as const;
      await this.volumeClient.replace(this.withClaim(volume, claimRef), { signal });
    }
    const wanted = this.withVolume(claim, volume);
    const bound = wanted === claim ? claim : await this.claimClient.replace(wanted, { signal });
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

  /** With the annotations for which the scheduler waits; the claim itself if it has all. */
  private withVolume(claim: Claim, { metadata: { name = '' } }: Volume): Claim {
    const { boundByController, bindCompleted } = this.vocabulary.annotations;
    const isChosen = claim.spec?.volumeName !== name;
    if (!isChosen && isMarked(claim, this.vocabulary)) return claim;
    const marks = { ...(isChosen ? { [boundByController]: 'yes' } : {}), [bindCompleted]: 'yes' };
    const metadata = { ...claim.metadata, annotations: { ...claim.metadata.annotations, ...marks } };
    return { ...claim, metadata, spec: { ...claim.spec, volumeName: name } };
  }

  private async lose(claim: Claim, name: string, signal: AbortSignal): Promise<void> {
    // Phase Lost is final, and the cache may be stale: read from the server.
    const volume = await this.volumeClient.find({ namespace: '', name }, { signal });
    if (volume && (isFor(volume, claim) || isFree(volume))) return;
    if (claim.status?.phase === 'Lost') return;
    await this.claimClient.updateStatus({ ...claim, status: { ...claim.status, phase: 'Lost' } }, { signal });
    this.record(
      claim,
      'Warning',
      'ClaimLost',
      'Bound claim has lost its PersistentVolume. Data on the volume is lost!',
    );
  }
}

const isMarked = ({ metadata }: Claim, { annotations: { bindCompleted } }: Vocabulary): boolean =>
  metadata.annotations?.[bindCompleted] !== undefined;

const isFree = ({ spec }: Volume): boolean => !spec?.claimRef?.name;
