import type { OwnerReference } from '@orch/apimachinery';
import { names, type OwnedObject } from './owned-object.js';
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

/**
 * An object in foreground deletion waits while a dependent blocks it (C-226), but not for one that waits for it in turn: a cycle
 * would never be resolved.
 */
export function isBlocked(node: GraphNode): boolean {
  for (const dependent of node.dependents) {
    if (blocks(dependent, node) && !waitsFor(dependent, node)) return true;
  }
  return false;
}

/** Only a valid owner has to wait for the dependent. */
function blocks({ object: dependent }: GraphNode, { uid, object: owner }: GraphNode): boolean {
  const reference = dependent?.owners.find((one) => one.uid === uid);
  return Boolean(reference?.blockOwnerDeletion && owner && dependent && names(reference, owner, dependent));
}

/** `node` itself is deleted in the foreground and cannot go before `target`. */
function waitsFor(node: GraphNode, target: GraphNode): boolean {
  const seen = new Set<GraphNode>();
  const waiting = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next) || next.object?.deletion !== 'foreground') continue;
    if (next === target) return true;
    seen.add(next);
    for (const dependent of next.dependents) if (blocks(dependent, next)) waiting.push(dependent);
  }
  return false;
}
