import { errorMessage, formatTime, groupResource, type Clock } from '@orch/apimachinery';
import type { Client, Lister, ObjectKey } from '@orch/client';
import { DONE, Reconciler, watch, type Result, type SourcedReconciler } from '@orch/controller-kit';
import { namespaces, type Namespace } from '../shared/namespace.js';
import type { ContentWatches } from './content-watches.js';
import { deletionConditions, mergeConditions } from './conditions.js';
import { emptyResource } from './empty-resource.js';
import {
  deletableIn,
  isEmptied,
  type ContentDiscovery,
  type ContentReport,
  type DeletableResource,
} from './namespace-content.js';
import { isToBeEmptied, recheckAfterMs, withoutEntry } from './plan.js';

/** Maximum number of concurrently deleted resources: a namespace has some forty, and most are empty. */
const CONCURRENCY = 8;

/** Deletes the content of terminating namespaces, then removes their finalizer. Source: A-046, C-161, C-165. */
@Reconciler({
  name: 'namespace-finalizer',
  workers: 4,
  watches: ({ finalizers }) => [
    watch(namespaces, {
      // A namespace that was deleted otherwise is reconciled once more, to end its watches.
      filter: (change) => change.type === 'deleted' || isToBeEmptied(change.object, finalizers.namespace),
    }),
  ],
})
export class NamespaceFinalizerReconciler implements SourcedReconciler {
  readonly synced = Promise.resolve();

  constructor(
    private readonly lister: Lister<Namespace>,
    private readonly client: Pick<Client, 'metadata' | 'resource'>,
    private readonly discovery: ContentDiscovery,
    private readonly contentWatches: ContentWatches,
    private readonly entry: string,
    private readonly clock: Clock,
  ) {}

  get keys$(): ContentWatches['keys$'] {
    return this.contentWatches.keys$;
  }

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const namespace = await this.toBeEmptied(key, signal);
    if (!namespace) {
      this.contentWatches.set(key.name, []);
      return DONE;
    }
    let report = await this.empty(key.name, signal);
    // A create admitted before the namespace was terminating may have been stored after the list.
    if (isEmptied(report)) report = await this.empty(key.name, signal);
    if (!isEmptied(report)) {
      const remaining = report.remaining.map(({ source }) => source);
      this.contentWatches.set(key.name, remaining);
      await this.report(namespace, report, signal);
      return { requeueAfterMs: recheckAfterMs(namespace, this.clock.now()) };
    }
    this.contentWatches.set(key.name, []);
    // With the resourceVersion that was read: a namespace changed since fails with Conflict.
    const finalize = this.client.resource(namespaces).subresource('finalize');
    await finalize.replace(key, withoutEntry(namespace, this.entry), { signal });
    return DONE;
  }

  /**
   * The namespace, if it is to be emptied. Read from the server: the cache may still have the one that was deleted when another of that name has content already. It
   * does not change into another meanwhile, since only this controller takes off the finalizer.
   */
  private async toBeEmptied(key: ObjectKey, signal: AbortSignal): Promise<Namespace | undefined> {
    const isWanted = (namespace: Namespace | undefined) => namespace && isToBeEmptied(namespace, this.entry);
    if (!isWanted(this.lister.get(key))) return undefined;
    const namespace = await this.client.resource(namespaces).find(key, { signal });
    return isWanted(namespace) ? namespace : undefined;
  }

  private async empty(namespace: string, signal: AbortSignal): Promise<ContentReport> {
    const served = await this.discovery(signal);
    const remaining: ContentReport['remaining'][number][] = [];
    const deletionFailures: ContentReport['deletionFailures'][number][] = [];
    const waiting = [...deletableIn(served)];
    const work = async (): Promise<void> => {
      for (let resource = waiting.pop(); resource; resource = waiting.pop()) {
        signal.throwIfAborted();
        try {
          const left = await emptyResource(this.contentClient(resource, namespace), resource, signal);
          if (left) remaining.push(left);
        } catch (err) {
          if (signal.aborted) throw err;
          // Reported in the conditions; the other resources are still deleted.
          deletionFailures.push({ resource: groupResource(resource), message: errorMessage(err) });
        }
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    return { discoveryFailures: served.failures, unreadable: served.unreadable, deletionFailures, remaining };
  }

  /** Of objects only metadata is read: deletes of a collection answer with all that was deleted. */
  private contentClient(resource: DeletableResource, namespace: string) {
    const { group, version } = resource;
    return this.client.metadata({ group, version, resource: resource.resource }).namespace(namespace);
  }

  private async report(namespace: Namespace, report: ContentReport, signal: AbortSignal): Promise<void> {
    const before = namespace.status?.conditions ?? [];
    const conditions = mergeConditions(before, deletionConditions(report), formatTime(this.clock.now()));
    if (!conditions) return;
    const status = { ...namespace.status, phase: 'Terminating', conditions };
    await this.client.resource(namespaces).updateStatus({ ...namespace, status }, { signal });
  }
}
