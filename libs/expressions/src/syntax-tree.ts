/**
 * A node of the library's syntax tree, with the members used here. Macros (`all`, `map`, ...) are nodes whose expansion is another
 * tree, `meta.alternate`.
 */
export interface SyntaxNode {
  readonly op: string;
  readonly args: unknown;
  readonly meta: { readonly alternate?: SyntaxNode; readonly macro?: Macro; readonly evaluate: Evaluate };
  /** Operation of this node, as chosen by the type check; takes evaluated operands. */
  handle?: (...operands: unknown[]) => unknown;
  evaluate: Evaluate;
}

/** Evaluates a node, or a macro, in a context. */
type Evaluate = (evaluator: unknown, node: unknown, context: unknown) => unknown;

/** A macro that evaluates its arguments itself: `has`, `orValue`. */
interface Macro {
  readonly evaluate: Evaluate;
}

/** A loop over a list or the keys of a map. */
export interface Comprehension {
  readonly iterable: SyntaxNode;
  readonly init: SyntaxNode;
  readonly step: SyntaxNode;
}

const LEAVES: ReadonlySet<string> = new Set(['value', 'id', 'accuValue', 'accuInc']);

/** Child nodes that are evaluated. */
export function childrenOf({ op, args, meta }: SyntaxNode): readonly SyntaxNode[] {
  if (meta.alternate) return [meta.alternate];
  if (LEAVES.has(op)) return [];
  if (op === '.' || op === '.?') return [(args as [SyntaxNode, string])[0]];
  if (op === 'call') return (args as [string, SyntaxNode[]])[1];
  if (op === 'rcall') {
    const [, receiver, rest] = args as [string, SyntaxNode, SyntaxNode[]];
    return [receiver, ...rest];
  }
  if (op === 'comprehension') {
    const { iterable, init, step } = args as Comprehension;
    return [iterable, init, step];
  }
  return (Array.isArray(args) ? args.flat() : [args]) as SyntaxNode[];
}

/** Visits every node of a tree once. */
export function visit(root: SyntaxNode, look: (node: SyntaxNode) => void): void {
  const seen = new Set<SyntaxNode>();
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    look(node);
    waiting.push(...childrenOf(node));
  }
}

/** Number of nodes of a tree. */
export function nodesIn(root: SyntaxNode): number {
  let count = 0;
  visit(root, () => count++);
  return count;
}

/** Value of a string literal node. */
export const literalText = ({ op, args }: SyntaxNode): string | undefined =>
  op === 'value' && typeof args === 'string' ? args : undefined;
