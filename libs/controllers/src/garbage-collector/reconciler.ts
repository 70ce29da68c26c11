import { ApiError, FOREGROUND_FINALIZER, ORPHAN_FINALIZER, type OwnerReference } from '@orch/apimachinery';
import type { Client, HasMetadata, ObjectKey, ResourceType } from '@orch/client';
import { DONE, Finalizer, inTurns, type EventRecorder, type Reconciler, type Result } from '@orch/controller-kit';
import type { ListedOwners } from './listed-owners.js';
import { names, type OwnedObject } from './owned-object.js';
import type { OwnerLookup } from './owner-lookup.js';
import type { GraphNode, OwnershipGraph } from './ownership-graph.js';
import { isBlocked, planDependent, type OwnerState } from './plan.js';

/** Requeue delay after a conflict: the graph observes the change meanwhile. */
const CONFLICT_RETRY: Result = { requeueAfterMs: 200 };
/** An owner whose state cannot be remembered, or cannot be read now. */
const LOOKUP_RETRY = { requeueAfterMs: 30_000 };
/** Maximum number of dependents that are orphaned, and of owners that are released, concurrently. */
const ORPHANS_AT_ONCE = 16;
/** An owner whose namespace is being looked through for others: the end of that wakes it, unless it fails. */
const WAITS_FOR_PASS: Result = { requeueAfterMs: 30_000 };
/** Owners that are looked up in one reconcile: others wait for their turn meanwhile. */
const LOOKUPS_AT_ONCE = 100;
/** From this number on owners of one kind are listed. */
const MANY_OF_KIND = 16;
/** More owners are to be looked up. */
const LOOK_ON: Result = { requeueAfterMs: 1 };

/** What is read of a possible dependent. */
const DEPENDENT = {
  metadata: { name: true, namespace: true, uid: true, resourceVersion: true, ownerReferences: true },
};

/** An object whose owners are not in the graph, as they are very many: no change of them wakes it. */
const MANY_OWNERS_RETRY: Result = { requeueAfterMs: 300_000 };

/** Lookups of the owners of one object. */
interface Lookups {
  /** As it is in the graph. */
  readonly of: OwnedObject;
  /** The same, with all its owners. */
  readonly object: OwnedObject;
  readonly found: Map<OwnerReference, OwnerState>;
  /** Owners that are looked up next. */
  readonly left: readonly OwnerReference[];
}

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
  /** Owners that were looked up for an object whose next reconcile looks on, by its uid. */
  private readonly looked = new Map<string, Lookups>();
  /** Uids of owners in orphan deletion that wait for a pass over their namespace. */
  private readonly waiting = new Map<string, Set<string>>();
  /** Namespaces that are being looked through. */
  private readonly passing = new Set<string>();

  constructor(
    private readonly graph: OwnershipGraph,
    private readonly client: CollectorClient,
    private readonly lookup: OwnerLookup,
    private readonly listed: ListedOwners,
    private readonly ownable: OwnableResources,
    private readonly events: Pick<EventRecorder, 'record'>,
  ) {}

  async reconcile({ name: uid }: ObjectKey, signal: AbortSignal): Promise<Result> {
    const looked = this.looked.get(uid);
    this.looked.delete(uid);
    const node = this.graph.get(uid);
    if (!node?.object) return DONE;
    if (node.object.deletion === 'orphan') return this.orphan(uid, node.object, signal);
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
    return this.collect(node, looked, signal);
  }

  /** Looks owners up until all are known, then executes the plan. */
  private async collect(node: GraphNode, earlier: Lookups | undefined, signal: AbortSignal): Promise<Result> {
    const looked = earlier?.found ?? new Map<OwnerReference, OwnerState>();
    let current = earlier?.of === node.object ? earlier : undefined;
    // Planned again when all were looked up, not for each hundred of thousands.
    if (current) {
      const result = await this.lookUp(node.uid, current, signal);
      if (result) return result;
    }
    for (;;) {
      if (!node.object) return DONE;
      if (current?.of !== node.object) current = { ...withOwners(node.object), found: looked, left: [] };
      const { object } = current;
      const lookupRetry = lookupRetryOf(object);
      const plan = planDependent(
        { ...node, object },
        (reference) => looked.get(reference) ?? this.stateOf(reference, object),
      );
      signal.throwIfAborted();
      switch (plan.step) {
        case 'nothing':
          return object.manyOwners ? MANY_OWNERS_RETRY : this.untilLookup(object, looked);
        case 'strip':
          return this.strip(node.uid, object, plan.owners, signal);
        case 'delete':
          return this.remove(node.uid, object, plan.policy, signal);
        case 'look': {
          // Known before the first lookup: else thousands would be repeated with each retry.
          if (!(await this.areServed(plan.references))) return lookupRetry;
          const left = await this.listMany(node, object, plan.references, looked, signal);
          const result = await this.lookUp(node.uid, { ...current, left }, signal);
          if (result) return result;
        }
      }
    }
  }

  /** Lists the owners of kinds that are named often. @returns the others, and those that cannot be listed. */
  private async listMany(
    { uid, observation }: GraphNode,
    object: OwnedObject,
    references: readonly OwnerReference[],
    found: Map<OwnerReference, OwnerState>,
    signal: AbortSignal,
  ): Promise<readonly OwnerReference[]> {
    const left: OwnerReference[] = [];
    for (const ofKind of byKind(references)) {
      const states =
        ofKind.length < MANY_OF_KIND ? undefined : await this.listOfKind(ofKind, object, observation, signal);
      signal.throwIfAborted();
      for (const reference of ofKind) {
        const state = states?.get(reference);
        if (!state) {
          left.push(reference);
          continue;
        }
        found.set(reference, state);
        if (state === 'present') this.lookup.found(reference, object.namespace, observation);
        if (state === 'absent') this.recordForeignOwner(uid, object, reference);
      }
    }
    return left;
  }

  private async listOfKind(
    references: readonly OwnerReference[],
    object: OwnedObject,
    observation: number,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<OwnerReference, OwnerState> | undefined> {
    const resource = await undefinedIfNotFound(this.lookup.resourceOf(references[0]!));
    // One by one it is found out what is wrong.
    if (!resource || (resource.namespaced && object.namespace === '')) return undefined;
    try {
      return await this.listed.statesOf(
        references,
        resource,
        resource.namespaced ? object.namespace : '',
        observation,
        signal,
      );
    } catch (err) {
      if (err instanceof ApiError) return undefined;
      throw err;
    }
  }

  /** Looks up a part of the owners. Undefined when all are known. */
  private async lookUp(uid: string, { left, ...of }: Lookups, signal: AbortSignal): Promise<Result | undefined> {
    const { object, found } = of;
    for (const reference of left.slice(0, LOOKUPS_AT_ONCE)) {
      const state = await this.find(reference, object);
      signal.throwIfAborted();
      if (state === undefined) return lookupRetryOf(object);
      found.set(reference, state);
      if (state === 'absent' || state === 'foreign') this.recordForeignOwner(uid, object, reference);
    }
    if (left.length <= LOOKUPS_AT_ONCE) return undefined;
    this.looked.set(uid, { ...of, left: left.slice(LOOKUPS_AT_ONCE) });
    return LOOK_ON;
  }

  /** What to do with an object that stays: owners that are not in the graph are looked up again, as their deletes may cause no event. */
  private untilLookup(object: OwnedObject, looked: ReadonlyMap<OwnerReference, OwnerState>): Result {
    let soonestMs = Infinity;
    if (object.deletion !== 'none') return DONE;
    for (const reference of object.owners) {
      const ofGraph = this.graph.get(reference.uid)?.object;
      if (ofGraph && names(reference, ofGraph, object)) continue;
      // It cannot own this object.
      if (looked.get(reference) === 'foreign') continue;
      const holdsMs = this.lookup.holdsMs(reference, object.namespace);
      // 0: it cannot be remembered, or its hold ended since the plan was made.
      soonestMs = Math.min(soonestMs, holdsMs > 0 ? holdsMs : LOOKUP_RETRY.requeueAfterMs);
    }
    return soonestMs === Infinity ? DONE : { requeueAfterMs: soonestMs };
  }

  /** The state of an owner in the graph. `present` may be stale, but then an event that requeues the key will follow. */
  private stateOf(reference: OwnerReference, dependent: OwnedObject): OwnerState {
    const owner = this.graph.get(reference.uid);
    // A cluster-scoped dependent may reference an owner that it cannot have: that one's delete has no effect.
    if (owner?.gone && dependent.namespace !== '' && names(reference, owner.gone, dependent)) return 'absent';
    if (owner?.object && names(reference, owner.object, dependent)) {
      return owner.object.deletion === 'foreground' ? 'waiting' : 'present';
    }
    return this.lookup.known(reference, dependent.namespace, owner?.deletion ?? 0) ?? 'unknown';
  }

  /** Whether the kinds of all owners are served. */
  private async areServed(references: readonly OwnerReference[]): Promise<boolean> {
    const kinds = new Map(references.map((reference) => [`${reference.apiVersion} ${reference.kind}`, reference]));
    for (const reference of kinds.values()) {
      if ((await undefinedIfNotFound(this.lookup.resourceOf(reference))) === undefined) return false;
    }
    return true;
  }

  /** Undefined when the owner's kind is not served: its group may be unavailable, so the state of the owner is unknown. */
  private find(reference: OwnerReference, dependent: OwnedObject): Promise<OwnerState | undefined> {
    return undefinedIfNotFound(this.lookup.find(reference, dependent));
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
   * one missing in the graph would be deleted with the owner. All owners of a namespace that wait are served by one pass: one request may delete thousands,
   * and each pass lists all objects of the namespace.
   */
  private async orphan(uid: string, { namespace }: OwnedObject, signal: AbortSignal): Promise<Result> {
    const waiting = this.waiting.get(namespace) ?? new Set<string>();
    this.waiting.set(namespace, waiting.add(uid));
    if (this.passing.has(namespace)) return WAITS_FOR_PASS;
    this.passing.add(namespace);
    this.waiting.delete(namespace);
    try {
      await this.orphanAll(waiting, namespace, signal);
      return DONE;
    } finally {
      this.passing.delete(namespace);
      const [next] = this.waiting.get(namespace) ?? [];
      if (next !== undefined) this.graph.requeue(next);
    }
  }

  private async orphanAll(uids: ReadonlySet<string>, namespace: string, signal: AbortSignal): Promise<void> {
    for (const resource of this.ownable.resources) {
      const batch: HasMetadata[] = [];
      for await (const object of this.dependentsOf(uids, namespace, resource, signal)) {
        batch.push(object);
        if (batch.length === ORPHANS_AT_ONCE) await this.disown(resource, batch.splice(0), uids, signal);
      }
      await this.disown(resource, batch, uids, signal);
    }
    const left = uids.values();
    const worker = async (): Promise<void> => {
      for (const uid of left) {
        const node = this.graph.get(uid);
        if (node?.object?.deletion === 'orphan') await this.release(node, node.object, ORPHAN_FINALIZER, signal);
      }
    };
    await Promise.all(Array.from({ length: ORPHANS_AT_ONCE }, worker));
  }

  private async *dependentsOf(
    uids: ReadonlySet<string>,
    namespace: string,
    resource: ResourceType,
    signal: AbortSignal,
  ): AsyncGenerator<HasMetadata, void, void> {
    if (namespace !== '' && !resource.namespaced) return;
    const objects = this.client.metadata(resource).namespace(resource.namespaced ? namespace : '');
    try {
      for await (const object of objects.listAll({ signal, kept: { members: DEPENDENT } })) {
        if (object.metadata.ownerReferences?.some(({ uid }) => uids.has(uid))) yield object;
      }
    } catch (err) {
      // The resource itself was removed meanwhile.
      if (!(err instanceof ApiError && err.reason === 'NotFound')) throw err;
    }
  }

  private async disown(
    resource: ResourceType,
    objects: readonly HasMetadata[],
    ownerUids: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<void> {
    await Promise.all(
      objects.map(async ({ metadata }) => {
        const { uid = '', resourceVersion = '', ownerReferences = [], namespace = '', name = '' } = metadata;
        const owners = ownerReferences.filter((reference) => !ownerUids.has(reference.uid));
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

const withOwners = (of: OwnedObject): Pick<Lookups, 'of' | 'object'> => ({
  of,
  object: of.manyOwners ? { ...of, owners: of.manyOwners() } : of,
});

/** What to do with an object whose owners cannot be looked up. */
const lookupRetryOf = ({ manyOwners }: OwnedObject): Result => (manyOwners ? MANY_OWNERS_RETRY : LOOKUP_RETRY);

/** References of one kind together. */
function byKind(references: readonly OwnerReference[]): Iterable<OwnerReference[]> {
  const kinds = new Map<string, OwnerReference[]>();
  for (const reference of references) {
    const kind = `${reference.apiVersion} ${reference.kind}`;
    const known = kinds.get(kind);
    if (known) known.push(reference);
    else kinds.set(kind, [reference]);
  }
  return kinds.values();
}

const keyOfOwned = ({ namespace, name }: OwnedObject): ObjectKey => ({ namespace, name });

const apiVersionOfOwned = ({ resource: { group, version } }: OwnedObject): string =>
  group === '' ? version : `${group}/${version}`;

async function undefinedIfNotFound<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (err) {
    if (err instanceof ApiError && err.reason === 'NotFound') return undefined;
    throw err;
  }
}

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
