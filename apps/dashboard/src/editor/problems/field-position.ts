import { isMap, isScalar, isSeq, type Node, type ParsedNode, parseDocument } from 'yaml';

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where a field is in a YAML text: its name, or that of the nearest field around it which is there. */
export function fieldPosition(text: string, path: readonly (string | number)[]): Span {
  let node: Node | null = parseDocument(text).contents as ParsedNode | null;
  let found: Span = { from: 0, to: Math.max(0, text.indexOf('\n')) };
  for (const part of path) {
    const next = childOf(node, part);
    if (next === undefined) return found;
    node = next.node;
    found = next.span;
  }
  return found;
}

function childOf(
  node: Node | null,
  part: string | number,
): { readonly node: Node | null; readonly span: Span } | undefined {
  if (isMap<Node, Node | null>(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
    return pair === undefined ? undefined : { node: pair.value, span: spanOf(pair.key) };
  }
  if (isSeq<Node>(node) && typeof part === 'number') {
    const item = node.items[part];
    return item === undefined ? undefined : { node: item, span: firstOf(item) };
  }
  return undefined;
}

const spanOf = ({ range }: Node): Span => ({ from: range?.[0] ?? 0, to: range?.[1] ?? 0 });

/** Of an item, which may be long, its first field only. */
function firstOf(item: Node): Span {
  const first = isMap<Node>(item) ? item.items[0]?.key : undefined;
  return spanOf(first ?? item);
}
