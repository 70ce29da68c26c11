import { ApiError, parseApiVersion } from '@orch/apimachinery';
import type { HasMetadata } from '@orch/client';
import { isUnder, parsePath } from './resource-path.js';

/** An object as the store returns it: with name, uid and resourceVersion. */
export type StoredObject = HasMetadata & { readonly [field: string]: unknown };

/** A change of one object, in the order of its revisions. */
export interface StoreEvent {
  readonly revision: number;
  /** Path of the changed object. */
  readonly path: string;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** State after the change; of a deletion the last state. */
  readonly object: StoredObject;
}

/** What a delete requires of the current object. Absent fields require nothing. */
export interface DeletePreconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/**
 * Objects in memory by their path, `/api/v1/namespaces/ns/configmaps/a`, with the history of their changes. resourceVersions, conflicts,
 * preconditions and finalizers are those of a server; there are no schemas, no defaults and no admission.
 */
export class ObjectStore {
  private readonly objects = new Map<string, StoredObject>();
  private readonly history: StoreEvent[] = [];
  private readonly listeners = new Set<(event: StoreEvent) => void>();
  private current = 100;
  private oldest = 0;

  /** Revision of the last change. */
  get revision(): number {
    return this.current;
  }

  get(path: string): StoredObject | undefined {
    return this.objects.get(path);
  }

  /** @throws ApiError NotFound. */
  getExisting(path: string): StoredObject {
    const object = this.objects.get(path);
    if (!object) throw ApiError.notFound(refOf(path));
    return object;
  }

  /** All objects of a collection, or all of the store without `collection`, in the order of their creation. */
  list(collection?: string): StoredObject[] {
    const entries = [...this.objects].filter(([path]) => collection === undefined || isUnder(path, collection));
    return entries.map(([, object]) => object);
  }

  /** Stores an object unconditionally; name and namespace of the path are its own, missing metadata is filled in. */
  put(path: string, object: object): StoredObject {
    const { name, namespace } = parsePath(path) ?? {};
    if (name === undefined) throw new Error(`${path} is not the path of an object`);
    const before = this.objects.get(path);
    const revision = ++this.current;
    const given = (object as Partial<HasMetadata>).metadata;
    const metadata = {
      uid: before?.metadata.uid ?? `uid-${name}-${revision}`,
      ...given,
      name,
      ...(namespace === undefined ? {} : { namespace }),
      resourceVersion: String(revision),
    };
    const stored: StoredObject = { ...object, metadata };
    this.objects.set(path, stored);
    this.publish({ revision, path, type: before ? 'MODIFIED' : 'ADDED', object: stored });
    return stored;
  }

  /** Removes an object, whatever its finalizers. */
  remove(path: string): void {
    const before = this.objects.get(path);
    if (!before) return;
    const revision = ++this.current;
    this.objects.delete(path);
    const object = { ...before, metadata: { ...before.metadata, resourceVersion: String(revision) } };
    this.publish({ revision, path, type: 'DELETED', object });
  }

  /** @throws ApiError AlreadyExists. */
  create(path: string, object: object): StoredObject {
    if (this.objects.has(path)) throw ApiError.alreadyExists(refOf(path));
    return this.put(path, object);
  }

  /**
   * Replaces an object by what `change` makes of it. No change makes no revision. A terminating object without finalizers is removed.
   * @throws ApiError NotFound; Conflict when the result has another resourceVersion than the current object.
   */
  update(path: string, change: (current: StoredObject) => StoredObject): StoredObject {
    const current = this.getExisting(path);
    const next = change(current);
    if ((next.metadata.resourceVersion ?? current.metadata.resourceVersion) !== current.metadata.resourceVersion) {
      throw ApiError.conflict(refOf(path));
    }
    if (JSON.stringify(next) === JSON.stringify(current)) return current;
    const stored = this.put(path, next);
    if (isFinalized(stored)) this.remove(path);
    return stored;
  }

  /**
   * Removes an object; one with finalizers becomes terminating.
   * @returns the object, with its deletionTimestamp.
   * @throws ApiError NotFound; Conflict when a precondition does not hold.
   */
  delete(path: string, preconditions: DeletePreconditions = {}): StoredObject {
    const current = this.getExisting(path);
    const { metadata } = current;
    const { uid = metadata.uid, resourceVersion = metadata.resourceVersion } = preconditions;
    if (uid !== metadata.uid || resourceVersion !== metadata.resourceVersion) throw ApiError.conflict(refOf(path));
    const deletionTimestamp = metadata.deletionTimestamp ?? '2024-01-01T00:00:00Z';
    const terminating = { ...current, metadata: { ...metadata, deletionTimestamp } };
    if (isFinalized(terminating)) this.remove(path);
    else if (metadata.deletionTimestamp === undefined) return this.put(path, terminating);
    return terminating;
  }

  /** Changes after a revision. @throws ApiError Expired when they have been compacted. */
  eventsAfter(revision: number): readonly StoreEvent[] {
    if (revision < this.oldest) throw ApiError.expired('too old resource version');
    return this.history.filter((event) => event.revision > revision);
  }

  /** Discards the history: `eventsAfter` an older revision fails. */
  compact(): void {
    this.oldest = this.current;
  }

  /** Increments the revision without a change, as writes of other resources do. */
  advance(): number {
    return ++this.current;
  }

  /** Removes all objects without events. */
  clear(): void {
    this.objects.clear();
  }

  /** Calls `listener` for each change until the returned function is called. */
  subscribe(listener: (event: StoreEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private publish(event: StoreEvent): void {
    this.history.push(event);
    for (const listener of this.listeners) listener(event);
  }
}

/** Whether nothing keeps a terminating object; a namespace is kept by `spec.finalizers` too. */
function isFinalized(object: StoredObject): boolean {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  const { finalizers: ofSpec = [] } = (object['spec'] ?? {}) as { readonly finalizers?: readonly string[] };
  return deletionTimestamp !== undefined && finalizers.length + ofSpec.length === 0;
}

function refOf(path: string): { group: string; resource: string; name: string } {
  const { apiVersion = '', resource = '', name = '' } = parsePath(path) ?? {};
  return { group: parseApiVersion(apiVersion)?.group ?? '', resource, name };
}
