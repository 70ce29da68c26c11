import {
  builtinResources,
  keyOf,
  keyText,
  NAMESPACE_INDEX,
  type HasMetadata,
  type Lister,
  type ObjectKey,
  type ResourceLike,
} from '@orch/client';
import {
  ControllerContext,
  DONE,
  inTurns,
  Reconciler,
  watch,
  type Result,
  type SourcedReconciler,
} from '@orch/controller-kit';
import type { CountedResource } from '@orch/quota';
import { Observable, Subject } from 'rxjs';
import { definesKinds, MetadataFollower } from '../shared/metadata-follower.js';
import { CountedResources } from './counted-resources.js';
import { isSameSpec } from './plan.js';
import type { ServedResource } from '../shared/served-resources.js';
import { quotas, type ResourceQuota } from './quota.js';
import { ResourceQuotaReconciler } from './reconciler.js';
import { UsageCount } from './usage-count.js';

/** Retry delay after a failed discovery. */
const RETRY: Result = { requeueAfterMs: 1_000 };

/** Resync period, for changes without an event. */
const RESYNC_MS = 60_000;

interface Pod extends HasMetadata {
  readonly status?: { readonly phase?: string };
}

/** Whether an update may be the end of a pod. */
const hasEnded = (pod: Pod, old: Pod): boolean =>
  pod.status?.phase !== old.status?.phase || pod.metadata.deletionTimestamp !== old.metadata.deletionTimestamp;

/** Wires the reconciler and the watches that add keys after deletes of any counted resource. */
@Reconciler({
  name: 'resource-quota',
  workers: 5,
  resyncMs: RESYNC_MS,
  watches: [
    watch(quotas, {
      // Increases are already counted by admission.
      filter: ({ type, object, old }) => type !== 'updated' || !isSameSpec(object.spec, old.spec),
    }),
  ],
})
export class QuotaKeeper implements SourcedReconciler {
  readonly keys$: Observable<ObjectKey>;
  readonly synced: Promise<void>;
  private readonly woken = new Subject<ObjectKey>();
  private readonly lister: Lister<ResourceQuota>;
  private readonly follower: MetadataFollower;
  private readonly reconciler: ResourceQuotaReconciler;
  private readonly counted: CountedResources;

  constructor({ client, clock, logger, informers, vocabulary }: ControllerContext) {
    this.counted = new CountedResources(vocabulary);
    this.lister = informers.lister(quotas);
    this.follower = new MetadataFollower({
      client,
      clock,
      logger,
      // A new kind may be one that is counted already.
      wanted: (resource) =>
        resource.verbs.includes('watch') &&
        (definesKinds(resource) || (resource.namespaced && this.counted.has(resource))),
      onEvent: (resource, event) => {
        // After a relist, deletes are unknown.
        if (event.type === 'REPLACE') this.wake(resource, this.lister.list());
        if (event.type === 'DELETED') this.wakeNamespaceOf(resource, event.object);
      },
      onGone: () => undefined,
    });
    this.synced = this.follower.synced;
    const usage = new UsageCount(client, (counted) => this.served(counted), vocabulary, clock);
    this.reconciler = new ResourceQuotaReconciler(client, usage, vocabulary, clock);
    this.keys$ = new Observable((subscriber) => {
      const subscription = this.woken.subscribe(subscriber);
      const onUpdate = <T extends HasMetadata>(resource: ResourceLike<T>, changesUse: (now: T, old: T) => boolean) =>
        subscription.add(
          informers.informer(resource).changes$.subscribe(({ object, old }) => {
            const counted = { group: '', resource: resource.resource };
            if (old && changesUse(object, old)) this.wakeNamespaceOf(counted, object);
          }),
        );
      onUpdate<Pod>(builtinResources.pods, hasEnded);
      onUpdate<HasMetadata>(builtinResources.persistentVolumeClaims, () => true);
      onUpdate<HasMetadata>(builtinResources.services, () => true);
      this.follower.start();
      return () => {
        this.follower.stop();
        subscription.unsubscribe();
      };
    });
  }

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const quota = this.lister.get(key);
    const text = keyText(key);
    if (!quota) {
      await inTurns(this.counted.forget(text));
      return DONE;
    }
    await inTurns(this.counted.learn(text, quota.spec));
    // Before counting: without all resources, status would report less than is in use, and admission would exceed the limit. One that
    // is served later wakes the quota when it is followed.
    if (this.countsUnknown(text) && !(await this.follower.catchUp())) return RETRY;
    return this.reconciler.reconcile(quota, signal);
  }

  private wakeNamespaceOf(resource: CountedResource, { metadata }: HasMetadata): void {
    this.wake(resource, this.lister.byIndex(NAMESPACE_INDEX, metadata.namespace ?? ''));
  }

  /** Quotas that do not count the resource are left. Another version of a quota than the one that was read is in the queue. */
  private wake(resource: CountedResource, affected: readonly ResourceQuota[]): void {
    for (const key of affected.map(keyOf)) if (this.counted.isCountedBy(keyText(key), resource)) this.woken.next(key);
  }

  /** The quota counts a resource that is not followed: not counted so far, or not served. */
  private countsUnknown(key: string): boolean {
    for (const { counted } of this.counted.of(key)) if (!this.served(counted)) return true;
    return false;
  }

  private served(counted: CountedResource): ServedResource | undefined {
    const resource = this.follower.followed(counted);
    return resource?.namespaced ? resource : undefined;
  }
}
