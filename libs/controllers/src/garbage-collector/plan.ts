import type { OwnerReference } from '@orch/apimachinery';
import { names, referenceTo, type OwnedObject } from './owned-object.js';
import type { GraphNode } from './ownership-graph.js';

/**
 * The state of an owner. `waiting`: it is deleted in the foreground, after its dependents. `foreign`: a namespaced kind cannot own
 * a cluster-scoped object, so it cannot be looked up: the reference is invalid, and the object stays. `unknown`: a lookup is
 * needed.
 */
export type OwnerState = 'present' | 'waiting' | 'absent' | 'foreign' | 'unknown';

/** Action for an object with owners. */
export type DependentPlan =
  | { readonly step: 'nothing' }
  | { readonly step: 'look'; readonly references: readonly OwnerReference[] }
  /** Keeps the object, with these owners only. */
  | { readonly step: 'strip'; readonly owners: readonly OwnerReference[] }
  | { readonly step: 'delete'; readonly policy: OwnedObject['policy'] };

const NOTHING: DependentPlan = Object.freeze({ step: 'nothing' });

/**
 * An object is deleted when none of its owners exists any more (C-140). With a remaining owner it is kept, and references to absent
 * and waiting owners are removed.
 */
export function planDependent(node: GraphNode, stateOf: (reference: OwnerReference) => OwnerState): DependentPlan {
  const object = node.object;
  if (!object || object.owners.length === 0 || object.deletion !== 'none') return NOTHING;
  const states = object.owners.map(stateOf);
  const those = (...wanted: OwnerState[]) => object.owners.filter((_, index) => wanted.includes(states[index]!));
  const unknown = those('unknown');
  if (unknown.length > 0) return { step: 'look', references: unknown };
  const kept = those('present', 'foreign');
  if (kept.length === object.owners.length) return NOTHING;
  if (kept.length > 0) return { step: 'strip', owners: kept };
  // Foreground deletion of an owner propagates to its dependents.
  if (states.includes('waiting') && node.dependents.size > 0) return { step: 'delete', policy: 'Foreground' };
  return { step: 'delete', policy: object.policy };
}

/** Edges of the graph that are looked at in one step. */
const EDGES_OF_STEP = 500;

/**
 * Whether an object in foreground deletion waits while a dependent blocks it (C-226). It does not wait for one that waits for it in turn: a cycle
 * would never be resolved.
 * @param nodeOf the node of a uid.
 * @returns in steps, since who may delete objects may let thousands own each other.
 */
export function* isBlocked(
  node: GraphNode,
  nodeOf: (uid: string) => GraphNode | undefined,
): Generator<undefined, boolean> {
  const blocking: GraphNode[] = [];
  let edges = 0;
  for (const dependent of node.dependents) {
    if (blocks(dependent, node)) {
      if (dependent.object?.deletion !== 'foreground') return true;
      blocking.push(dependent);
    }
    if (++edges % EDGES_OF_STEP === 0) yield;
  }
  if (blocking.length === 0) return false;
  const waiting = yield* waitingFor(node, nodeOf);
  return blocking.some((dependent) => !waiting.has(dependent));
}

/** The objects in foreground deletion that cannot go before `target`, itself included. */
function* waitingFor(
  target: GraphNode,
  nodeOf: (uid: string) => GraphNode | undefined,
): Generator<undefined, ReadonlySet<GraphNode>> {
  const found = new Set([target]);
  let edges = 0;
  // What is added while it is walked is walked, too.
  for (const { object } of found) {
    for (const reference of object?.owners ?? []) {
      const owner = nodeOf(reference.uid);
      if (owner && !found.has(owner) && holdsUp(reference, object!, owner)) found.add(owner);
      if (++edges % EDGES_OF_STEP === 0) yield;
    }
  }
  return found;
}

/** Whether an owner in foreground deletion waits for its dependent. */
const holdsUp = (reference: OwnerReference, dependent: OwnedObject, { object: owner }: GraphNode): boolean =>
  reference.blockOwnerDeletion === true && owner?.deletion === 'foreground' && names(reference, owner, dependent);

/** Only a valid owner has to wait for the dependent. */
function blocks({ object: dependent }: GraphNode, { uid, object: owner }: GraphNode): boolean {
  const reference = dependent && referenceTo(uid, dependent.owners);
  return Boolean(reference?.blockOwnerDeletion && owner && names(reference, owner, dependent!));
}
