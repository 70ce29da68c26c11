import { ApiError, FOREGROUND_FINALIZER, ORPHAN_FINALIZER, type OwnerReference } from '@orch/apimachinery';
import type { Client, HasMetadata, ObjectKey, ResourceType } from '@orch/client';
import { DONE, Finalizer, inTurns, type EventRecorder, type Reconciler, type Result } from '@orch/controller-kit';
import { names, type OwnedObject } from './owned-object.js';
import type { OwnerLookup } from './owner-lookup.js';
import type { GraphNode, OwnershipGraph } from './ownership-graph.js';
import { isBlocked, planDependent, type OwnerState } from './plan.js';

/** Requeue delay after a conflict: the graph observes the change meanwhile. */
const CONFLICT_RETRY: Result = { requeueAfterMs: 200 };
/** An owner that exists but is not in the graph: its delete may cause no event. */
const LOOKUP_RETRY: Result = { requeueAfterMs: 30_000 };
/** Maximum number of dependents that are orphaned concurrently. */
const ORPHANS_AT_ONCE = 16;

export type CollectorClient = Pick<Client, 'metadata'>;

/** Lists possible dependents from the server. */
export interface OwnableResources {
  readonly resources: readonly ResourceType[];
}

/**
 * Collects objects whose owners were deleted. A key's name is the uid of an object in the graph. Deletes have uid and resourceVersion
 * as preconditions, so an object changed since is evaluated again. Source: C-140, C-226.
 */
export class GarbageCollectorReconciler implements Reconciler {
  constructor(
    private readonly graph: OwnershipGraph,
    private readonly client: CollectorClient,
    private readonly lookup: OwnerLookup,
    private readonly ownable: OwnableResources,
    private readonly events: Pick<EventRecorder, 'record'>,
  ) {}

  async reconcile({ name: uid }: ObjectKey, signal: AbortSignal): Promise<Result> {
    const node = this.graph.get(uid);
    if (!node?.object) return DONE;
    if (node.object.deletion === 'orphan') return this.orphan(node, node.object, signal);
    if (node.object.deletion === 'foreground') {
      // A change of the graph meanwhile wakes the key again.
      if (
        await inTurns(
          isBlocked(node, (of) => this.graph.get(of)),
          signal,
        )
      )
        return DONE;
      if (node.object) await this.release(node, node.object, FOREGROUND_FINALIZER, signal);
      return DONE;
    }
    return this.collect(node, signal);
  }

  /** Looks owners up until all are known, then executes the plan. */
  private async collect(node: GraphNode, signal: AbortSignal): Promise<Result> {
    const looked = new Map<OwnerReference, OwnerState>();
    for (;;) {
      const { object } = node;
      if (!object) return DONE;
      const plan = planDependent(node, (reference) => looked.get(reference) ?? this.stateOf(reference, object));
      signal.throwIfAborted();
      switch (plan.step) {
        case 'nothing':
          return [...looked.values()].includes('present') ? LOOKUP_RETRY : DONE;
        case 'strip':
          return this.strip(node.uid, object, plan.owners, signal);
        case 'delete':
          return this.remove(node.uid, object, plan.policy, signal);
        case 'look':
          for (const reference of plan.references) {
            const state = await this.find(reference, object);
            if (state === undefined) return LOOKUP_RETRY;
            looked.set(reference, state);
            if (state === 'absent' || state === 'foreign') this.recordForeignOwner(node.uid, object, reference);
          }
      }
    }
  }

  /** The state of an owner in the graph. `present` may be stale, but then an event that requeues the key will follow. */
  private stateOf(reference: OwnerReference, dependent: OwnedObject): OwnerState {
    const owner = this.graph.get(reference.uid);
    // A cluster-scoped dependent may reference an owner that it cannot have: that one's delete has no effect.
    if (owner?.gone && dependent.namespace !== '' && names(reference, owner.gone, dependent)) return 'absent';
    if (owner?.object && names(reference, owner.object, dependent)) {
      return owner.object.deletion === 'foreground' ? 'waiting' : 'present';
    }
    return this.lookup.known(reference, dependent.namespace) ?? 'unknown';
  }

  /** Undefined when the owner's kind is not served: its group may be unavailable, so the state of the owner is unknown. */
  private async find(reference: OwnerReference, dependent: OwnedObject): Promise<OwnerState | undefined> {
    try {
      return await this.lookup.find(reference, dependent);
    } catch (err) {
      if (err instanceof ApiError && err.reason === 'NotFound') return undefined;
      throw err;
    }
  }

  private async remove(
    uid: string,
    object: OwnedObject,
    propagationPolicy: OwnedObject['policy'],
    signal: AbortSignal,
  ): Promise<Result> {
    const { resource, resourceVersion } = object;
    const preconditions = { uid, resourceVersion };
    return requeueOnConflict(() =>
      this.client.metadata(resource).deleteIfPresent(keyOfOwned(object), { preconditions, propagationPolicy, signal }),
    );
  }

  private async strip(
    uid: string,
    object: OwnedObject,
    owners: readonly OwnerReference[],
    signal: AbortSignal,
  ): Promise<Result> {
    const { resourceVersion } = object;
    return requeueOnConflict(() =>
      this.setOwners(object.resource, keyOfOwned(object), { uid, resourceVersion, owners }, signal),
    );
  }

  private async setOwners(
    resource: ResourceType,
    key: ObjectKey,
    to: { readonly uid: string; readonly resourceVersion: string; readonly owners: readonly OwnerReference[] },
    signal: AbortSignal,
  ): Promise<void> {
    const { uid, resourceVersion, owners } = to;
    const ownerReferences = owners.length === 0 ? null : owners;
    await this.client
      .metadata(resource)
      .patch(key, 'merge', { metadata: { uid, resourceVersion, ownerReferences } }, { signal });
  }

  /**
   * Removes the reference to a deleted owner from its dependents, then the finalizer of the owner. Dependents are listed from the server:
   * one missing in the graph would be deleted with the owner.
   */
  private async orphan(node: GraphNode, owner: OwnedObject, signal: AbortSignal): Promise<Result> {
    for (const resource of this.ownable.resources) {
      const batch: HasMetadata[] = [];
      for await (const object of this.dependentsOf(node.uid, owner, resource, signal)) {
        batch.push(object);
        if (batch.length === ORPHANS_AT_ONCE) await this.disown(resource, batch.splice(0), node.uid, signal);
      }
      await this.disown(resource, batch, node.uid, signal);
    }
    await this.release(node, owner, ORPHAN_FINALIZER, signal);
    return DONE;
  }

  private async *dependentsOf(
    uid: string,
    { namespace }: OwnedObject,
    resource: ResourceType,
    signal: AbortSignal,
  ): AsyncGenerator<HasMetadata, void, void> {
    if (namespace !== '' && !resource.namespaced) return;
    const objects = this.client.metadata(resource).namespace(resource.namespaced ? namespace : '');
    try {
      for await (const object of objects.listAll({ signal })) {
        if (object.metadata.ownerReferences?.some((reference) => reference.uid === uid)) yield object;
      }
    } catch (err) {
      // The resource itself was removed meanwhile.
      if (!(err instanceof ApiError && err.reason === 'NotFound')) throw err;
    }
  }

  private async disown(
    resource: ResourceType,
    objects: readonly HasMetadata[],
    ownerUid: string,
    signal: AbortSignal,
  ): Promise<void> {
    await Promise.all(
      objects.map(async ({ metadata }) => {
        const { uid = '', resourceVersion = '', ownerReferences = [], namespace = '', name = '' } = metadata;
        const owners = ownerReferences.filter((reference) => reference.uid !== ownerUid);
        try {
          await this.setOwners(resource, { namespace, name }, { uid, resourceVersion, owners }, signal);
        } catch (err) {
          // It was deleted.
          if (!(err instanceof ApiError && err.reason === 'NotFound')) throw err;
        }
      }),
    );
  }

  private async release(node: GraphNode, object: OwnedObject, entry: string, signal: AbortSignal): Promise<void> {
    const objects = this.client.metadata(object.resource);
    const current = await objects.find(keyOfOwned(object), { signal });
    if (!current || current.metadata.uid !== node.uid || current.metadata.deletionTimestamp === undefined) return;
    await new Finalizer(objects, entry, () => Promise.resolve()).remove(current, signal);
  }

  /** Records an event for an owner that exists in another namespace than the dependent (C-140). */
  private recordForeignOwner(uid: string, object: OwnedObject, reference: OwnerReference): void {
    const owner = this.graph.get(reference.uid)?.object;
    if (!owner || names(reference, owner, object)) return;
    const { apiVersion, kind, name, uid: ownerUid } = reference;
    this.events.record(
      {
        apiVersion: apiVersionOfOwned(object),
        kind: object.resource.kind,
        metadata: { name: object.name, uid, ...(object.namespace === '' ? {} : { namespace: object.namespace }) },
      },
      'Warning',
      'OwnerRefInvalidNamespace',
      `ownerRef [${apiVersion}/${kind}, namespace: ${object.namespace}, name: ${name}, uid: ${ownerUid}] does not exist in namespace "${object.namespace}"`,
    );
  }
}

const keyOfOwned = ({ namespace, name }: OwnedObject): ObjectKey => ({ namespace, name });

const apiVersionOfOwned = ({ resource: { group, version } }: OwnedObject): string =>
  group === '' ? version : `${group}/${version}`;

/** Done when the object was deleted; retries after a conflict, when the graph has observed the change. */
async function requeueOnConflict(write: () => Promise<unknown>): Promise<Result> {
  try {
    await write();
    return DONE;
  } catch (err) {
    if (err instanceof ApiError && err.reason === 'NotFound') return DONE;
    if (err instanceof ApiError && err.reason === 'Conflict') return CONFLICT_RETRY;
    throw err;
  }
}
