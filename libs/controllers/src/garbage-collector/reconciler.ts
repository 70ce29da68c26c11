import { ApiError, FOREGROUND_FINALIZER, ORPHAN_FINALIZER, type OwnerReference } from '@orch/apimachinery';
import type { Client, HasMetadata, ObjectKey, ResourceType } from '@orch/client';
import { DONE, Finalizer, type EventRecorder, type Reconciler, type Result } from '@orch/controller-kit';
import { names, type OwnedObject } from './owned-object.js';
import type { OwnerLookup } from './owner-lookup.js';
import type { GraphNode, OwnershipGraph } from './ownership-graph.js';
import { isBlocked, planDependent, type OwnerState } from './plan.js';

/** An object changed since the graph heard of it: by then it has heard. */
const HEAR_AGAIN: Result = { requeueAfterMs: 200 };
/** An owner that is there but not in the graph: no event may tell when it goes. */
const LOOK_AGAIN: Result = { requeueAfterMs: 30_000 };
/** Dependents whose reference is taken off at once, when they are to be orphaned. */
const ORPHANS_AT_ONCE = 16;

export type CollectorClient = Pick<Client, 'metadata'>;

/** What the server has that could be owned. */
export interface OwnableResources {
  readonly resources: readonly ResourceType[];
}

/**
 * Collects objects whose owners are gone. A key's name is the uid of an object in the graph. All deletes name the uid and the version that
 * was judged, so what changed meanwhile is judged anew. Source: C-140, C-226.
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
      if (!isBlocked(node)) await this.release(node, node.object, FOREGROUND_FINALIZER, signal);
      return DONE;
    }
    return this.collect(node, signal);
  }

  /** Looks as often as there is something to look for, then does what follows. */
  private async collect(node: GraphNode, signal: AbortSignal): Promise<Result> {
    const looked = new Map<OwnerReference, OwnerState>();
    for (;;) {
      const { object } = node;
      if (!object) return DONE;
      const plan = planDependent(node, (reference) => looked.get(reference) ?? this.stateOf(reference, object));
      signal.throwIfAborted();
      switch (plan.step) {
        case 'nothing':
          return [...looked.values()].includes('present') ? LOOK_AGAIN : DONE;
        case 'strip':
          return this.strip(node.uid, object, plan.owners, signal);
        case 'delete':
          return this.remove(node.uid, object, plan.policy, signal);
        case 'look':
          for (const reference of plan.references) {
            const state = await this.find(reference, object);
            if (state === undefined) return LOOK_AGAIN;
            looked.set(reference, state);
            if (state === 'absent' || state === 'foreign') this.tellIfElsewhere(node.uid, object, reference);
          }
      }
    }
  }

  /** What the graph knows for sure; its good news may be old, but then an event is under way that brings the key back. */
  private stateOf(reference: OwnerReference, dependent: OwnedObject): OwnerState {
    const owner = this.graph.get(reference.uid);
    // A cluster-scoped dependent may name an owner that it cannot have: then being gone means nothing.
    if (owner?.gone && dependent.namespace !== '') return 'absent';
    if (owner?.object && names(reference, owner.object, dependent)) {
      return owner.object.deletion === 'foreground' ? 'waiting' : 'present';
    }
    return this.lookup.known(reference, dependent.namespace) ?? 'unknown';
  }

  /** Undefined when nobody serves the owner's kind: its group may be away, so that says nothing of the owner. */
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
    return heardOf(() =>
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
    return heardOf(() => this.setOwners(object.resource, keyOfOwned(object), { uid, resourceVersion, owners }, signal));
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
   * Takes the reference to a deleted owner off its dependents, then lets the owner go. The graph may not know yet a dependent that exists,
   * and letting go would be its end: the server itself is asked.
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
      // The resource itself went meanwhile.
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
          // It is gone, and needs no owner.
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

  /** An owner that is there, but where the reference does not look: whoever wrote the reference must hear of it (C-140). */
  private tellIfElsewhere(uid: string, object: OwnedObject, reference: OwnerReference): void {
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

/** The object that was judged is gone, or has changed: then the graph hears of it, and it is judged anew. */
async function heardOf(write: () => Promise<unknown>): Promise<Result> {
  try {
    await write();
    return DONE;
  } catch (err) {
    if (err instanceof ApiError && err.reason === 'NotFound') return DONE;
    if (err instanceof ApiError && err.reason === 'Conflict') return HEAR_AGAIN;
    throw err;
  }
}
