import { compareElements, inElementOrder, SELF, type PathElement } from './path-element.js';

/**
 * A set of field paths in the wire form of FieldsV1 (C-131), stored and sent without conversion: a tree
 * whose keys are path elements in order. A node without children is in the set; one with children is in the set when it has
 * the child `.`. The root is never in a set. Immutable: operations share unchanged parts, and return the same set when nothing
 * changed.
 */
export interface FieldSet {
  readonly [element: PathElement]: FieldSet;
}

/** Node of a path without children. */
export const LEAF: FieldSet = Object.freeze({});
/** A set of no path. */
export const NO_FIELDS: FieldSet = Object.freeze({});

/** Whether a node has nothing below it. */
export function isLeaf(node: FieldSet): boolean {
  if (node === LEAF) return true;
  // A loop over a large object collects all its keys before the first.
  if (node[SELF] !== undefined) return false;
  for (const _element in node) return false;
  return true;
}

/** Whether there is no path in the set. */
export function hasNoFields(set: FieldSet): boolean {
  return isLeaf(set);
}

/** Whether a node, other than the root, is in the set itself. */
export const holdsSelf = (node: FieldSet): boolean => node === LEAF || node[SELF] !== undefined || isLeaf(node);

/** The node, with itself in the set. */
export const withSelf = (node: FieldSet): FieldSet => (holdsSelf(node) ? node : { [SELF]: LEAF, ...node });

/** A set of one path below the root. */
export const pathSet = (...path: PathElement[]): FieldSet =>
  path.reduceRight<FieldSet>((below, element) => ({ [element]: below }), LEAF);

/** Paths of either. */
export const union = (a: FieldSet, b: FieldSet): FieldSet => combine(a, b, UNION);
/** Paths of both. */
export const intersection = (a: FieldSet, b: FieldSet): FieldSet => combine(a, b, INTERSECTION);
/** Paths of `a` that are not in `b`. Paths below a path of `b` are kept unless they are in `b` too. */
export const difference = (a: FieldSet, b: FieldSet): FieldSet => combine(a, b, DIFFERENCE);

/** Union of many sets, in time proportional to their total size. */
export function unionOf(sets: readonly FieldSet[]): FieldSet {
  if (sets.length < 2) return sets[0] ?? NO_FIELDS;
  const nodes = new Map<PathElement, FieldSet[]>();
  for (const set of sets) {
    for (const element in set) {
      if (element === SELF) continue;
      const known = nodes.get(element);
      if (known === undefined) nodes.set(element, [set[element]!]);
      else known.push(set[element]!);
    }
  }
  const out: Record<PathElement, FieldSet> = {};
  for (const element of inElementOrder([...nodes.keys()])) {
    const same = nodes.get(element)!;
    const below = unionOf(same);
    out[element] = same.some(holdsSelf) ? withSelf(below) : below;
  }
  return out;
}

/** Paths of `a` that are neither in `b` nor below a path of `b`. */
export function recursiveDifference(a: FieldSet, b: FieldSet): FieldSet {
  return rebuilt(a, (element, node) => {
    const other = b[element];
    if (other === undefined || element === SELF) return node;
    if (holdsSelf(other)) return undefined;
    if (isLeaf(node)) return node;
    const rest = recursiveDifference(node, other);
    return isLeaf(rest) ? undefined : rest;
  });
}

/** Paths without children. */
export function leaves(set: FieldSet): FieldSet {
  return rebuilt(set, (element, node) => {
    if (element === SELF) return undefined;
    return leaves(node);
  });
}

/** Number of paths. */
export function countFields(set: FieldSet): number {
  let count = 0;
  for (const element in set) {
    if (element === SELF) continue;
    const node = set[element]!;
    count += countFields(node) + (holdsSelf(node) ? 1 : 0);
  }
  return count;
}

/** Every path: those of one level in order, then those below each. */
export function* pathsOf(set: FieldSet, above: readonly PathElement[] = []): Generator<readonly PathElement[]> {
  for (const element in set) {
    if (element !== SELF && holdsSelf(set[element]!)) yield [...above, element];
  }
  for (const element in set) {
    if (element !== SELF) yield* pathsOf(set[element]!, [...above, element]);
  }
}

/** Whether two sets have the same paths. */
export function sameFields(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  let size = 0;
  for (const element in a) {
    const other = b[element];
    if (other === undefined || !sameFields(a[element]!, other)) return false;
    size++;
  }
  for (const _element in b) size--;
  return size === 0;
}

/** Whether `a` has every path of `b`. */
export function includes(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  for (const element in b) {
    if (element === SELF) continue;
    const other = a[element];
    if (other === undefined) return false;
    const node = b[element]!;
    if (holdsSelf(node) && !holdsSelf(other)) return false;
    if (!includes(other, node)) return false;
  }
  return true;
}

/** Up to this many members, insertion sort is used. */
const FEW = 16;

// HOT PATH (bench: create): members are few and mostly in order already; the set is built once, in order.
/** Collects the members of one node and puts them in order. */
export class FieldSetBuilder {
  private readonly elements: PathElement[] = [];
  private readonly nodes: FieldSet[] = [];
  private inOrder = true;

  /** @param self whether the node is in the set itself. */
  constructor(private readonly self = false) {}

  /** Each element once. */
  add(element: PathElement, node: FieldSet): void {
    const { elements, nodes } = this;
    let at = elements.length;
    if (at > 0 && this.inOrder && compareElements(elements[at - 1]!, element) > 0) {
      if (at > FEW) this.inOrder = false;
      else
        do at--;
        while (at > 0 && compareElements(elements[at - 1]!, element) > 0);
    }
    if (at === elements.length) {
      elements.push(element);
      nodes.push(node);
    } else {
      elements.splice(at, 0, element);
      nodes.splice(at, 0, node);
    }
  }

  /** As `add`, for elements in order. */
  append(element: PathElement, node: FieldSet): void {
    this.elements.push(element);
    this.nodes.push(node);
  }

  /** Undefined when nothing was added. */
  build(): FieldSet | undefined {
    const { elements, nodes, self } = this;
    if (elements.length === 0 && !self) return undefined;
    const set: Record<PathElement, FieldSet> = self ? { [SELF]: LEAF } : {};
    if (this.inOrder) {
      for (let i = 0; i < elements.length; i++) set[elements[i]!] = nodes[i]!;
      return set;
    }
    const byElement = new Map(elements.map((element, i) => [element, nodes[i]!]));
    for (const element of inElementOrder(elements)) set[element] = byElement.get(element)!;
    return set;
  }
}

/** The paths that an operation keeps. */
interface Operation {
  readonly onlyA: boolean;
  readonly onlyB: boolean;
  readonly both: boolean;
}
const UNION: Operation = { onlyA: true, onlyB: true, both: true };
const INTERSECTION: Operation = { onlyA: false, onlyB: false, both: true };
const DIFFERENCE: Operation = { onlyA: true, onlyB: false, both: false };

function combine(a: FieldSet, b: FieldSet, operation: Operation): FieldSet {
  if (isLeaf(b)) return operation.onlyA ? a : NO_FIELDS;
  if (isLeaf(a)) return operation.onlyB ? b : a;
  const kept = rebuilt(a, (element, node) => {
    if (element === SELF) return node;
    const other = b[element];
    if (other === undefined) return operation.onlyA ? node : undefined;
    return combineNodes(node, other, operation);
  });
  return operation.onlyB ? withMembersOf(kept, a, b) : kept;
}

/** Two nodes under the same key. Undefined when nothing is left. */
function combineNodes(a: FieldSet, b: FieldSet, operation: Operation): FieldSet | undefined {
  if (a === LEAF && b === LEAF) return operation.both ? LEAF : undefined;
  const inA = holdsSelf(a);
  const inB = holdsSelf(b);
  const self = inA ? (inB ? operation.both : operation.onlyA) : inB && operation.onlyB;
  const below = combine(a, b, operation);
  if (inA === self && below === a) return a;
  if (below[SELF] === undefined) {
    if (isLeaf(below)) return self ? LEAF : undefined;
    return self ? { [SELF]: LEAF, ...below } : below;
  }
  if (self) return hasMembers(below) ? below : LEAF;
  const { [SELF]: _self, ...members } = below;
  return isLeaf(members) ? undefined : members;
}

function hasMembers(node: FieldSet): boolean {
  for (const element in node) if (element !== SELF) return true;
  return false;
}

/** `kept`, which stems from `a`, with the members only `b` has. */
function withMembersOf(kept: FieldSet, a: FieldSet, b: FieldSet): FieldSet {
  let added: Record<PathElement, FieldSet> | undefined;
  for (const element in b) {
    if (element === SELF || a[element] !== undefined) continue;
    (added ??= {})[element] = b[element]!;
  }
  if (added === undefined) return kept;
  const merged = { ...kept, ...added };
  const elements = Object.keys(merged);
  const ordered: Record<PathElement, FieldSet> = {};
  for (const element of inElementOrder(elements)) ordered[element] = merged[element]!;
  return ordered;
}

/** Maps each member by `change`, dropping those mapped to undefined; returns the same set when nothing changed. */
function rebuilt(set: FieldSet, change: (element: PathElement, node: FieldSet) => FieldSet | undefined): FieldSet {
  // Of thousands of members, a loop over the object itself would look each up once more.
  const elements = Object.keys(set);
  let out: Record<PathElement, FieldSet> | undefined;
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i]!;
    const node = set[element]!;
    const next = change(element, node);
    if (out === undefined) {
      if (next === node) continue;
      out = {};
      for (let before = 0; before < i; before++) out[elements[before]!] = set[elements[before]!]!;
    }
    if (next !== undefined) out[element] = next;
  }
  return out ?? set;
}
