import type { Relative } from './relative';

/** An owned object, and what it owns in turn. */
export interface OwnedNode extends Relative {
  readonly children: readonly OwnedNode[];
  /** Further children, which are not shown. */
  readonly hidden: number;
}

const MOST_LEVELS = 10;
const MOST_CHILDREN = 100;

/** What the object with this uid owns, each object with its own children the first time it occurs only. */
export function ownedTree(
  uid: string,
  byOwner: ReadonlyMap<string, readonly Relative[]>,
): Pick<OwnedNode, 'children' | 'hidden'> {
  const expanded = new Set<string>();
  const below = (owner: string, level: number): Pick<OwnedNode, 'children' | 'hidden'> => {
    const owned = byOwner.get(owner) ?? [];
    if (level === MOST_LEVELS || expanded.has(owner)) return { children: [], hidden: 0 };
    expanded.add(owner);
    const children = owned
      .slice(0, MOST_CHILDREN)
      .map((relative) => ({ ...relative, ...below(relative.object.metadata.uid ?? '', level + 1) }));
    return { children, hidden: owned.length - children.length };
  };
  return below(uid, 0);
}
