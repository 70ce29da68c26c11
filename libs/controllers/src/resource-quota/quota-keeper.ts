import { groupResource } from '@orch/apimachinery';
import {
  builtinResources,
  keyOf,
  NAMESPACE_INDEX,
  type HasMetadata,
  type InformerFactory,
  type Lister,
  type ObjectKey,
} from '@orch/client';
import { ControllerContext, Reconciler, watch, type Result, type SourcedReconciler } from '@orch/controller-kit';
import type { CountedResource } from '@orch/quota';
import { Observable, Subject } from 'rxjs';
import { MetadataFollower } from '../shared/metadata-follower.js';
import { countings } from './plan.js';
import { quotas, type ResourceQuota } from './quota.js';
import { ResourceQuotaReconciler } from './reconciler.js';
import { UsageCount } from './usage-count.js';

/** Recheck interval when a counted resource is not served. */
const LOOK_AGAIN: Result = { requeueAfterMs: 5_000 };
/** Retry delay after a failed discovery. */
const RETRY: Result = { requeueAfterMs: 1_000 };

/** Resync period, for changes without an event. */
const RESYNC_MS = 60_000;

interface Pod extends HasMetadata {
  readonly status?: { readonly phase?: string };
}

const quotasOfNamespace = ({ metadata }: HasMetadata, informers: InformerFactory) =>
  informers
    .lister(quotas)
    .byIndex(NAMESPACE_INDEX, metadata.namespace ?? '')
    .map(keyOf);

/** Wires the reconciler and the watches that add keys after deletes of any counted resource. */
@Reconciler({
  name: 'resource-quota',
  workers: 5,
  resyncMs: RESYNC_MS,
  watches: [
    watch(quotas, {
      // Increases are already counted by admission.
      filter: ({ type, object, old }) =>
        type === 'added' || (type === 'updated' && JSON.stringify(object.spec) !== JSON.stringify(old.spec)),
    }),
    watch<Pod>(builtinResources.pods, {
      filter: ({ object, old }) =>
        old !== undefined &&
        (object.status?.phase !== old.status?.phase ||
          object.metadata.deletionTimestamp !== old.metadata.deletionTimestamp),
      mapToKeys: quotasOfNamespace,
    }),
    // An update of a claim or of a service may change what it uses.
    watch<HasMetadata>(builtinResources.persistentVolumeClaims, {
      filter: ({ type }) => type === 'updated',
      mapToKeys: quotasOfNamespace,
    }),
    watch<HasMetadata>(builtinResources.services, {
      filter: ({ type }) => type === 'updated',
      mapToKeys: quotasOfNamespace,
    }),
  ],
})
export class QuotaKeeper implements SourcedReconciler {
  readonly keys$: Observable<ObjectKey>;
  readonly synced: Promise<void>;
  private readonly lister: Lister<ResourceQuota>;
  private readonly follower: MetadataFollower;
  private readonly reconciler: ResourceQuotaReconciler;

  constructor(private readonly context: ControllerContext) {
    const { client, clock, logger, informers, vocabulary } = context;
    const woken = new Subject<ObjectKey>();
    this.lister = informers.lister(quotas);
    this.follower = new MetadataFollower({
      client,
      clock,
      logger,
      wanted: (resource) => resource.namespaced && resource.verbs.includes('watch') && this.isCounted(resource),
      onEvent: (_resource, event) => {
        // After a relist, deletes are unknown.
        if (event.type === 'REPLACE') this.lister.list().forEach((quota) => woken.next(keyOf(quota)));
        if (event.type !== 'DELETED') return;
        const { namespace = '' } = event.object.metadata;
        this.lister.byIndex(NAMESPACE_INDEX, namespace).forEach((quota) => woken.next(keyOf(quota)));
      },
      onGone: () => undefined,
    });
    this.synced = this.follower.synced;
    const usage = new UsageCount(client, (counted) => this.served(counted), vocabulary, clock);
    this.reconciler = new ResourceQuotaReconciler(client, usage, vocabulary, clock);
    this.keys$ = new Observable((subscriber) => {
      const subscription = woken.subscribe(subscriber);
      this.follower.start();
      return () => {
        this.follower.stop();
        subscription.unsubscribe();
      };
    });
  }

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    // Before counting: without all resources, status would report less than is in use, and admission would exceed the limit.
    if (this.countsUnknown(key) && !(await this.follower.catchUp())) return RETRY;
    const result = await this.reconciler.reconcile(key, signal);
    return this.countsUnknown(key) && result.requeueAfterMs === undefined ? LOOK_AGAIN : result;
  }

  /** The quota counts a resource that is not followed: not counted so far, or not served. */
  private countsUnknown(key: ObjectKey): boolean {
    const quota = this.lister.get(key);
    return !!quota && countings(quota, this.context.vocabulary).some(({ counted }) => !this.served(counted));
  }

  private served({ group, resource }: CountedResource) {
    return this.follower.resources.find((one) => one.group === group && one.resource === resource);
  }

  private isCounted(resource: CountedResource): boolean {
    const name = groupResource(resource);
    return this.lister
      .list()
      .some((quota) =>
        countings(quota, this.context.vocabulary).some(({ counted }) => groupResource(counted) === name),
      );
  }
}
