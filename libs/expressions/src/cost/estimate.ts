import { ACCUMULATOR } from '../syntax/macros.js';
import type { Call, Comprehension, Expression } from '../syntax/expression.js';
import type { CelType } from '../types/cel-type.js';
import { characters } from '../values/values.js';
import { callCost, type CostedNode } from './call-cost.js';
import { add, fixed, multiply, union, UNBOUNDED, UNKNOWN, ZERO, type Range } from './range.js';

/**
 * Largest size of what a path leads to. The path starts with a variable; then come names of fields, `@items`, `@keys` and `@values`.
 * `undefined` when unknown.
 */
export type SizeSource = (path: readonly string[]) => number | undefined;

/**
 * Estimates the least and largest cost of an evaluation from the sizes that the schema allows, as the reference server does: whether a rule
 * may be written depends on it.
 */
export function estimateCost(root: Expression, sizes: SizeSource): Range {
  return new Estimator(sizes).cost(root);
}

/** Sizes of the keys and values in a collection. */
interface EntrySizes {
  readonly isList: boolean;
  readonly key: Range;
  readonly value: Range;
}

interface Local {
  readonly name: string;
  readonly path: readonly string[];
  readonly size: Range | undefined;
  readonly entries: EntrySizes | undefined;
}

const ONE = fixed(1);
const LIST = fixed(10);
const MAP = fixed(30);
const STRUCT = fixed(40);

class Estimator {
  private readonly paths = new Map<Expression, readonly string[]>();
  private readonly locals: Local[] = [];
  private readonly computed = new Map<Expression, Range>();
  private readonly entrySizes = new Map<Expression, EntrySizes>();

  constructor(private readonly source: SizeSource) {}

  cost(node: Expression): Range {
    switch (node.kind) {
      case 'literal':
        return ZERO;
      case 'ident':
        this.paths.set(node, this.local(node.name)?.path ?? [node.name]);
        return ONE;
      case 'select': {
        if (node.qualified !== undefined) {
          this.paths.set(node, [node.qualified]);
          return ONE;
        }
        const operand = this.cost(node.operand);
        if (node.test) return operand;
        this.paths.set(node, [...this.pathOf(node.operand), node.field]);
        const { kind } = node.operand.type as CelType;
        return kind === 'map' || kind === 'struct' || kind === 'parameter' ? add(operand, ONE) : operand;
      }
      case 'call':
        return this.call(node);
      case 'list': {
        const costs = node.elements.map((element) => this.cost(element));
        this.entrySizes.set(node, { isList: true, key: ONE, value: this.spread(node.elements) });
        return add(...costs, LIST);
      }
      case 'map': {
        const costs = node.entries.flatMap(({ key, value }) => [this.cost(key), this.cost(value)]);
        const key = this.spread(node.entries.map((entry) => entry.key));
        this.entrySizes.set(node, { isList: false, key, value: this.spread(node.entries.map(({ value }) => value)) });
        return add(...costs, MAP);
      }
      case 'struct':
        return add(...node.fields.map(({ value }) => this.cost(value)), STRUCT);
      case 'comprehension':
        return isBinding(node) ? this.binding(node) : this.loop(node);
    }
  }

  private spread(nodes: readonly Expression[]): Range {
    if (nodes.length === 0) return ZERO;
    return nodes.map((node) => this.sizeOrUnknown(node)).reduce(union, { min: UNBOUNDED, max: 0 });
  }

  private local(name: string): Local | undefined {
    return this.locals.findLast((one) => one.name === name);
  }

  private pathOf(node: Expression): readonly string[] {
    const local = node.kind === 'ident' ? this.local(node.name) : undefined;
    return local?.path ?? this.paths.get(node) ?? [];
  }

  private sizeOrUnknown(node: Expression): Range {
    return this.size(node) ?? UNKNOWN;
  }

  private size(node: Expression): Range | undefined {
    const known = this.computed.get(node);
    if (known) return known;
    const own = sizeOfLiteral(node);
    if (own !== undefined) return fixed(own);
    const size = this.sizeAt(this.pathOf(node));
    if (size) {
      this.computed.set(node, size);
      return size;
    }
    if (isScalar(node.type as CelType)) return ONE;
    return node.kind === 'ident' ? this.local(node.name)?.size : undefined;
  }

  private sizeAt(path: readonly string[]): Range | undefined {
    const most = path.length === 0 ? undefined : this.source(path);
    return most === undefined ? undefined : { min: 0, max: most };
  }

  private entries(node: Expression): EntrySizes | undefined {
    return this.entrySizes.get(node) ?? (node.kind === 'ident' ? this.local(node.name)?.entries : undefined);
  }

  private setSize(node: Expression, size: Range | undefined): void {
    if (size) this.computed.set(node, size);
  }

  private setEntries(node: Expression, entries: EntrySizes | undefined): void {
    if (entries) this.entrySizes.set(node, entries);
  }

  private costed(node: Expression): CostedNode {
    const whole = this.pathOf(node);
    const path = whole[0] === ACCUMULATOR ? [] : whole;
    const type = node.type as CelType;
    const { source } = this;
    const element = (): CostedNode | undefined => {
      const [inner] = type.parameters;
      if (!inner) return undefined;
      const most = path.length === 0 ? undefined : source([...path, '@items']);
      return {
        node: undefined,
        type: inner,
        size: undefined,
        sizeOrUnknown: most === undefined ? UNKNOWN : { min: 0, max: most },
        element: () => undefined,
      };
    };
    const size = this.size(node);
    return { node, type, size, sizeOrUnknown: size ?? this.sizeAt(path) ?? UNKNOWN, element };
  }

  private call(node: Call): Range {
    const { name, args, target } = node;
    if (name === 'dyn' && args[0]) {
      const cost = this.cost(args[0]);
      this.setSize(node, this.size(args[0]));
      this.setEntries(node, this.entries(args[0]));
      return add(ONE, cost);
    }
    const costs = args.map((argument) => this.cost(argument));
    const operands = args.map((argument) => this.costed(argument));
    const isMember = target !== undefined && node.qualified === undefined;
    const targetCost = isMember ? this.cost(target) : ZERO;
    const targetNode = isMember ? this.costed(target) : undefined;
    const ids = name === '_?._' ? ['select_optional_field'] : (node.overloads ?? []).map(({ id }) => id);
    if (ids.length === 0) return ZERO;
    let most: Range = { min: UNBOUNDED, max: 0 };
    let resultSize: Range | undefined;
    for (const id of ids) {
      const { cost, size } = callCost(node.qualified ?? name, id, targetNode, operands, costs);
      most = union(most, cost);
      if (size) resultSize = resultSize ? union(resultSize, size) : size;
      this.trackEntries(node, id);
      resultSize = this.indexed(node, id) ?? resultSize ?? this.size(node);
    }
    this.setSize(node, resultSize);
    return add(targetCost, most);
  }

  private trackEntries(node: Call, id: string): void {
    const [first, second, third] = node.args as readonly [Expression, Expression, Expression];
    if (id === 'conditional') this.setEntries(node, joined(this.entries(second), this.entries(third)));
    if (id === 'add_list' || id === 'add_string' || id === 'add_bytes')
      this.setEntries(node, joined(this.entries(first), this.entries(second)));
  }

  /** Path and size of an element that an index selects. */
  private indexed(node: Call, id: string): Range | undefined {
    if (id !== 'index_list' && id !== 'index_map') return undefined;
    const [owner] = node.args as readonly [Expression];
    this.paths.set(node, [...this.pathOf(owner), id === 'index_list' ? '@items' : '@values']);
    return this.entries(owner)?.value;
  }

  private loop(node: Comprehension): Range {
    const { range, init } = node;
    const before = add(this.cost(range), this.cost(init));
    const depth = this.locals.length;
    this.locals.push({
      name: node.accumulator,
      path: this.pathOf(init),
      size: this.size(init),
      entries: this.entries(init),
    });
    const entries = this.entries(range);
    const isList = entries ? entries.isList : range.type?.kind === 'list';
    const path = this.pathOf(range);
    const local = (name: string, part: string, size: Range | undefined): void => {
      this.locals.push({ name, path: [...path, part], size, entries: undefined });
    };
    if (node.variable2 === undefined)
      local(node.variable, isList ? '@items' : '@keys', isList ? entries?.value : entries?.key);
    else {
      local(node.variable, isList ? '@indices' : '@keys', entries?.key);
      local(node.variable2, isList ? '@items' : '@values', entries?.value);
    }
    const condition = this.cost(node.condition);
    const step = this.cost(node.step);
    this.locals.length = depth + 1;
    const result = this.cost(node.result);
    this.locals.length = depth;
    const count = this.sizeOrUnknown(range);
    if (init.kind === 'literal') this.setSize(node, this.size(init));
    else if (init.kind === 'list' || init.kind === 'map') {
      this.setSize(node, count);
      this.setEntries(node, this.entries(node.step));
    }
    return add(before, result, multiply(count, add(step, condition)));
  }

  private binding(node: Comprehension): Range {
    const before = add(this.cost(node.range), this.cost(node.init));
    const { init, result } = node;
    this.locals.push({
      name: node.accumulator,
      path: this.pathOf(init),
      size: this.size(init),
      entries: this.entries(init),
    });
    const cost = this.cost(result);
    const size = this.size(result);
    const entries = this.entries(result);
    this.locals.pop();
    this.setSize(node, size);
    this.setEntries(node, entries);
    return add(before, cost);
  }
}

const isBinding = ({ range, condition, accumulator }: Comprehension): boolean =>
  range.kind === 'list' &&
  range.elements.length === 0 &&
  condition.kind === 'literal' &&
  condition.value === false &&
  accumulator !== ACCUMULATOR;

function joined(a: EntrySizes | undefined, b: EntrySizes | undefined): EntrySizes | undefined {
  return a && b && { isList: a.isList, key: union(a.key, b.key), value: union(a.value, b.value) };
}

function sizeOfLiteral(node: Expression): number | undefined {
  if (node.kind === 'list') return node.elements.length;
  if (node.kind === 'map') return node.entries.length;
  if (node.kind !== 'literal') return undefined;
  const { value } = node;
  if (typeof value === 'string') return characters(value);
  return value instanceof Uint8Array ? value.length : 1;
}

const SCALARS: ReadonlySet<string> = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint']);
const isScalar = ({ kind, name, parameters }: CelType): boolean =>
  SCALARS.has(kind) || (kind === 'opaque' && name === 'optional_type' && isScalar(parameters[0] as CelType));
