import type { CelType } from '../types/cel-type.js';
import type { Overload } from '../types/declarations.js';

interface Located {
  /** Offset in the source text of the character that errors point at, in UTF-16 units. */
  readonly pos: number;
  /** Set by the checker. */
  type?: CelType;
}

export interface Literal extends Located {
  readonly kind: 'literal';
  readonly value: unknown;
}
export interface Ident extends Located {
  readonly kind: 'ident';
  readonly name: string;
}
/** `operand.field`, or `has(operand.field)` when `test` is set. */
export interface Select extends Located {
  readonly kind: 'select';
  readonly operand: Expression;
  readonly field: string;
  readonly test: boolean;
  /** Set by the checker: the selection is the qualified name of a variable or type. */
  qualified?: string;
}
/** Operators are calls of functions such as `_+_`. */
export interface Call extends Located {
  readonly kind: 'call';
  readonly name: string;
  readonly target: Expression | undefined;
  readonly args: readonly Expression[];
  /** Set by the checker: the function that is called, when its name is qualified (`ip.isCanonical`): then there is no target. */
  qualified?: string;
  /** Set by the checker: all overloads that accept the operands. */
  overloads?: readonly Overload[];
}
export interface ListLiteral extends Located {
  readonly kind: 'list';
  readonly elements: readonly Expression[];
  /** Indexes of optional elements, `[?a]`. */
  readonly optional: ReadonlySet<number>;
}
export interface MapEntry {
  readonly pos: number;
  readonly key: Expression;
  readonly value: Expression;
  readonly optional: boolean;
}
export interface MapLiteral extends Located {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
}
export interface StructField {
  readonly pos: number;
  readonly name: string;
  readonly value: Expression;
  readonly optional: boolean;
}
export interface StructLiteral extends Located {
  readonly kind: 'struct';
  readonly typeName: string;
  readonly fields: readonly StructField[];
}
/** A loop: what the macros `all`, `map`, ... expand to. */
export interface Comprehension extends Located {
  readonly kind: 'comprehension';
  readonly range: Expression;
  readonly variable: string;
  /** Second variable: value of the entry; then `variable` is its key or index. */
  readonly variable2: string | undefined;
  readonly accumulator: string;
  readonly init: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}

/** A node of the syntax tree, after expansion of macros. */
export type Expression = Literal | Ident | Select | Call | ListLiteral | MapLiteral | StructLiteral | Comprehension;

/** Child nodes, in order of evaluation. */
export function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'literal':
    case 'ident':
      return [];
    case 'select':
      return [node.operand];
    case 'call':
      return node.target ? [node.target, ...node.args] : node.args;
    case 'list':
      return node.elements;
    case 'map':
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case 'struct':
      return node.fields.map(({ value }) => value);
    case 'comprehension':
      return [node.range, node.init, node.condition, node.step, node.result];
  }
}

/** Visits every node, parents first. */
export function visitTree(root: Expression, look: (node: Expression) => void): void {
  look(root);
  for (const child of childrenOf(root)) visitTree(child, look);
}
