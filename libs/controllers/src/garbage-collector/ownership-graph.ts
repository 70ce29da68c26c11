import { sameOwnerReference, type OwnerReference } from '@orch/apimachinery';
import type { ResourceType } from '@orch/client';
import { names, referenceTo, type OwnedObject } from './owned-object.js';

/** An observed object, or one that is only referenced. */
export interface GraphNode {
  readonly uid: string;
  /** Undefined until it is observed. */
  readonly object: OwnedObject | undefined;
  /** The last state of the object if it was deleted: uids are never reused, until a backup is restored. */
  readonly gone: OwnedObject | undefined;
  /** Objects with a reference to it. */
  readonly dependents: ReadonlySet<GraphNode>;
  /** Number of the last observation of the object; see {@link OwnershipGraph.observations}. 0: none. */
  readonly observation: number;
  /** As `observation`, of the last deletion under this uid. */
  readonly deletion: number;
}

interface Node extends GraphNode {
  object: OwnedObject | undefined;
  gone: OwnedObject | undefined;
  dependents: Set<Node>;
  observation: number;
  deletion: number;
}

/** Shared by all nodes without dependents, which are most. */
const NO_DEPENDENTS: ReadonlySet<Node> = new Set<Node>();

/**
 * Graph of owner references, by uid, without those of objects with very many. A node has only the fields of `OwnedObject`, so memory grows with the number of objects,
 * not with their size.
 */
export class OwnershipGraph {
  private readonly nodes = new Map<string, Node>();
  private observed = 0;

  /** @param wake called with each uid whose object must be reconciled (again). Called synchronously; must not throw. */
  constructor(private readonly wake: (uid: string) => void) {}

  get(uid: string): GraphNode | undefined {
    return this.nodes.get(uid);
  }

  /** Reconciles the object of a uid (again). */
  requeue(uid: string): void {
    this.wake(uid);
  }

  /** How many observations there were, of objects and of their deletions. Not versions of objects: those of two servers, or of one before and after the loss of its store, are in no order. */
  get observations(): number {
    return this.observed;
  }

  get size(): number {
    return this.nodes.size;
  }

  /**
   * An object was created or changed. A uid that another resource has already keeps its object: an extension API server may
   * serve any uid.
   */
  observe(uid: string, object: OwnedObject): void {
    const observation = ++this.observed;
    const node = this.node(uid);
    const before = node.object;
    if (before && !isSame(before.resource, object.resource)) return;
    node.object = this.sharing(object, before);
    node.gone = undefined;
    node.observation = observation;
    this.relink(node, before?.owners ?? []);
    // No edges say whether its owners are there.
    if (object.manyOwners) this.wake(uid);
    if (object.deletion !== before?.deletion) this.deletionChanged(node, object);
    if (!before) this.wakeMismatchedDependents(node, object);
  }

  /** The object of this resource was deleted. */
  forget(uid: string, resource: ResourceType): void {
    const deletion = ++this.observed;
    const node = this.nodes.get(uid);
    if (!node) return;
    node.deletion = deletion;
    const { object } = node;
    if (object && isSame(object.resource, resource)) {
      this.leave(node);
      node.gone = object;
    }
    for (const dependent of node.dependents) this.wake(dependent.uid);
    this.prune(node);
  }

  /** Owners that were deleted are looked up again. */
  forgetDeletions(): void {
    for (const node of this.nodes.values()) node.gone = undefined;
  }

  /** After a relist: all objects of the resource except `present` were deleted. */
  retain(resource: ResourceType, present: ReadonlySet<string>): void {
    for (const [uid, { object }] of this.nodes) {
      if (object && isSame(object.resource, resource) && !present.has(uid)) this.forget(uid, resource);
    }
  }

  /** The resource is no longer watched: whether its objects exist is unknown. */
  lose(resource: ResourceType): void {
    for (const node of [...this.nodes.values()]) {
      if (!node.object || !isSame(node.object.resource, resource)) continue;
      this.leave(node);
      this.prune(node);
    }
  }

  private relink(node: Node, before: readonly OwnerReference[]): void {
    const { owners } = node.object!;
    if (owners === before) return;
    for (const { uid } of before) if (!referenceTo(uid, owners)) this.unlink(uid, node);
    for (const reference of owners) {
      const owner = this.node(reference.uid);
      if (owner.dependents.size === 0) owner.dependents = new Set();
      owner.dependents.add(node);
    }
    this.wakeOwners(before);
    if (owners.some((reference) => this.needsReconcile(reference, node.object!))) this.wake(node.uid);
  }

  /** False for an owner that exists as referenced and is not waiting for the delete of this dependent. */
  private needsReconcile(reference: OwnerReference, dependent: OwnedObject): boolean {
    const owner = this.nodes.get(reference.uid)?.object;
    return !owner || owner.deletion === 'foreground' || !names(reference, owner, dependent);
  }

  private deletionChanged(node: Node, object: OwnedObject): void {
    if (object.deletion === 'none' || object.deletion === 'other') return;
    this.wake(node.uid);
    if (object.deletion === 'orphan') return;
    for (const dependent of node.dependents) this.wake(dependent.uid);
    // It may have closed a cycle in which its owners wait.
    this.wakeOwners(object.owners);
  }

  private wakeMismatchedDependents(node: Node, object: OwnedObject): void {
    for (const dependent of node.dependents) {
      const reference = dependent.object && referenceTo(node.uid, dependent.object.owners);
      if (reference && !names(reference, object, dependent.object!)) this.wake(dependent.uid);
    }
  }

  /** Owners in foreground deletion check their dependents again. */
  private wakeOwners(references: readonly OwnerReference[]): void {
    for (const { uid } of references) if (this.nodes.get(uid)?.object?.deletion === 'foreground') this.wake(uid);
  }

  /** Removes the object from the node, and the node from its owners. */
  private leave(node: Node): void {
    const { owners } = node.object!;
    node.object = undefined;
    for (const { uid } of owners) this.unlink(uid, node);
    this.wakeOwners(owners);
  }

  private unlink(ownerUid: string, node: Node): void {
    const owner = this.nodes.get(ownerUid);
    if (!owner) return;
    owner.dependents.delete(node);
    this.prune(owner);
  }

  private prune(node: Node): void {
    if (!node.object && node.dependents.size === 0) this.nodes.delete(node.uid);
  }

  private node(uid: string): Node {
    let node = this.nodes.get(uid);
    if (!node) {
      node = {
        uid,
        object: undefined,
        gone: undefined,
        dependents: NO_DEPENDENTS as Set<Node>,
        observation: 0,
        deletion: 0,
      };
      this.nodes.set(uid, node);
    }
    return node;
  }

  /** Equal references are kept once: those of the state before, or of another dependent of the same owner. */
  private sharing(object: OwnedObject, before: OwnedObject | undefined): OwnedObject {
    const { owners } = object;
    if (owners.length === 0) return object;
    if (before && sameReferences(before.owners, owners)) return { ...object, owners: before.owners };
    const [only] = owners;
    if (owners.length > 1 || !only) return object;
    const sibling = this.nodes.get(only.uid)?.dependents.values().next().value?.object;
    return sibling && sameReferences(sibling.owners, owners) ? { ...object, owners: sibling.owners } : object;
  }
}

const isSame = (a: ResourceType, b: ResourceType): boolean => a.group === b.group && a.resource === b.resource;

const sameReferences = (a: readonly OwnerReference[], b: readonly OwnerReference[]): boolean =>
  a.length === b.length && a.every((reference, index) => sameOwnerReference(reference, b[index]!));
