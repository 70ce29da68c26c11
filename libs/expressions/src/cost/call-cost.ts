import type { Expression } from '../syntax/expression.js';
import { sameType, type CelType } from '../types/cel-type.js';
import { add, fixed, multiply, scale, union, UNBOUNDED, type Range } from './range.js';
import { CHECK_COST, COMPARES, MAX_FORMAT_PATTERN } from './runtime-cost.js';

/** An operand of a call whose cost is estimated. */
export interface CostedNode {
  readonly node: Expression | undefined;
  readonly type: CelType;
  /** Size as far as it follows from the expression or the schema. */
  readonly size: Range | undefined;
  readonly sizeOrUnknown: Range;
  /** The elements of a list. */
  readonly element: () => CostedNode | undefined;
}

export interface CallCost {
  readonly cost: Range;
  /** Size of the result, when it is known. */
  readonly size?: Range;
}

const PER_CHARACTER = 0.1;
const PER_PATTERN_CHARACTER = 0.25;
const ONE = fixed(1);

/** Estimated cost of a call with the costs of its operands, but not of its target. */
export function callCost(
  name: string,
  id: string,
  target: CostedNode | undefined,
  operands: readonly CostedNode[],
  costs: readonly Range[],
): CallCost {
  const own = extensionCost(name, id, target, operands) ?? equalityCost(name, operands);
  if (own) return { ...own, cost: add(own.cost, ...costs) };
  return standardCost(id, target, operands, costs);
}

const read = (size: Range): Range => scale(size, PER_CHARACTER);
const patternCost = (text: Range, pattern: Range): Range =>
  multiply(read(add(text, ONE)), scale(pattern, PER_PATTERN_CHARACTER));

const NOMINAL: ReadonlySet<string> = new Set(
  `serviceAccount path group resource subresource namespace name allowed reason error errored
   masked prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast
   format.named sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch
   getScheme getHostname getHost getPort getEscapedPath getQuery`.split(/\s+/),
);
const READ_TARGET: ReadonlySet<string> = new Set(['lowerAscii', 'upperAscii', 'substring', 'trim']);
const READ_OPERAND: ReadonlySet<string> = new Set('cidr isIP isCIDR quantity isQuantity semver isSemver'.split(' '));
const LISTS: ReadonlySet<string> = new Set('isSorted sum max min indexOf lastIndexOf'.split(' '));

/** Functions of the extension libraries. */
function extensionCost(
  name: string,
  id: string,
  target: CostedNode | undefined,
  operands: readonly CostedNode[],
): CallCost | undefined {
  const [first, second] = operands;
  if (name === 'check') return { cost: fixed(CHECK_COST) };
  if (NOMINAL.has(name)) return { cost: ONE };
  if ((name === 'url' || name === 'jsonpatch.escapeKey') && first)
    return { cost: read(first.sizeOrUnknown), size: first.sizeOrUnknown };
  if (READ_OPERAND.has(name) && first) return { cost: read(first.sizeOrUnknown) };
  if (name.startsWith('sets.') && first && second)
    return { cost: setsCost(name, first.sizeOrUnknown, second.sizeOrUnknown) };
  if (name === 'ip') return first ? { cost: read(first.sizeOrUnknown) } : { cost: ONE };
  if (name === 'ip.isCanonical' && first) return { cost: scale(first.sizeOrUnknown, 2 * PER_CHARACTER) };
  if (name === 'fieldSelector' || name === 'labelSelector') return first && { cost: selectorCost(first.sizeOrUnknown) };
  if (!target) return undefined;
  if (LISTS.has(name)) return { cost: listCost(target) };
  if (READ_TARGET.has(name)) return { cost: read(target.sizeOrUnknown), size: target.sizeOrUnknown };
  if (name === 'replace' && first && second)
    return replaceCost(target.sizeOrUnknown, first.sizeOrUnknown, second.sizeOrUnknown);
  if (name === 'split') return splitCost(target.sizeOrUnknown, second);
  if (name === 'join') return joinCost(target, first);
  if ((name === 'find' || name === 'findAll') && first)
    return {
      cost: patternCost(target.sizeOrUnknown, first.sizeOrUnknown),
      size: { min: 0, max: target.sizeOrUnknown.max },
    };
  if (name === 'validate' && first)
    return { cost: scale(read(first.sizeOrUnknown), MAX_FORMAT_PATTERN * PER_PATTERN_CHARACTER) };
  if (name === 'containsIP' || name === 'containsCIDR') return { cost: containsCost(name, id, first) };
  return undefined;
}

/** Every element is compared with every other; both ways for equivalence. */
const setsCost = (name: string, a: Range, b: Range): Range =>
  add(scale(multiply(a, b), name === 'sets.equivalent' ? 2 : 1), ONE);

/** Bytes of an address. */
const ADDRESS: Range = { min: 4, max: 16 };

function containsCost(name: string, id: string, other: CostedNode | undefined): Range {
  const compared = read(add(ADDRESS, ADDRESS));
  const whole = name === 'containsCIDR' ? add(compared, read(ADDRESS), ONE) : compared;
  return id.endsWith('_string') && other ? add(whole, read(other.sizeOrUnknown)) : whole;
}

const selectorCost = (size: Range): Range => add(fixed(10), read(size), scale(scale(size, 0.5), 50));

function listCost(target: CostedNode): Range {
  const element = target.element();
  if (!element) return read(target.sizeOrUnknown);
  const { kind } = element.type;
  const each = kind === 'string' || kind === 'bytes' ? add(ONE, read(element.sizeOrUnknown)) : ONE;
  return multiply(target.sizeOrUnknown, each);
}

function replaceCost(text: Range, old: Range, replacement: Range): CallCost {
  // As many occurrences as possible, with the longest replacement; and the other way round.
  const most = occurrences(text.max, old.min, replacement.max <= old.min);
  const least = occurrences(text.min, old.max, old.max <= replacement.min);
  const count: Range = { min: least.count, max: most.count };
  const retained: Range = { min: least.retained, max: most.retained };
  return { cost: scale(text, 2 * PER_CHARACTER), size: add(multiply(count, replacement), retained) };
}

function occurrences(text: number, old: number, keepsLength: boolean): { count: number; retained: number } {
  if (old === 0) return { count: Math.min(text + 1, UNBOUNDED), retained: text };
  return keepsLength ? { count: 0, retained: text } : { count: Math.ceil(text / old), retained: 0 };
}

function splitCost(text: Range, limit: CostedNode | undefined): CallCost {
  const literal = limit?.node?.kind === 'literal' ? limit.node.value : undefined;
  const most = typeof literal === 'bigint' ? (literal < 0n ? UNBOUNDED : Number(literal)) : text.max;
  return { cost: scale(text, 2 * PER_CHARACTER), size: { min: 0, max: most } };
}

function joinCost(target: CostedNode, separator: CostedNode | undefined): CallCost {
  const count = target.sizeOrUnknown;
  const element = target.element();
  const items = element ? multiply(count, element.sizeOrUnknown) : fixed(0);
  const gaps: Range = { min: Math.max(count.min - 1, 0), max: Math.max(count.max - 1, 0) };
  const size = separator ? add(items, multiply(separator.sizeOrUnknown, gaps)) : items;
  return { cost: read(size), size };
}

/** Types whose equality costs the same for all values. */
const CONSTANT_EQUALITY: ReadonlySet<string> = new Set(
  `net.IP net.CIDR kubernetes.Quantity kubernetes.Semver kubernetes.authorization.Authorizer kubernetes.authorization.PathCheck
   kubernetes.authorization.GroupCheck kubernetes.authorization.ResourceCheck kubernetes.authorization.Decision`.split(
    /\s+/,
  ),
);
/** Longest text of a format. */
const MAX_FORMAT = 64;

function equalityCost(name: string, operands: readonly CostedNode[]): CallCost | undefined {
  const [left, right] = operands;
  if (name !== '_==_' || !left || !right || !sameType(left.type, right.type)) return undefined;
  const { name: type } = left.type;
  if (CONSTANT_EQUALITY.has(type)) return { cost: ONE };
  if (type === 'kubernetes.NamedFormat') return { cost: read({ min: 1, max: MAX_FORMAT }) };
  if (type === 'kubernetes.URL') return { cost: read({ min: 1, max: right.size?.max ?? 1 }) };
  return undefined;
}

/** Functions of the language itself. */
function standardCost(
  id: string,
  target: CostedNode | undefined,
  operands: readonly CostedNode[],
  costs: readonly Range[],
): CallCost {
  const [first, second, third] = operands;
  const plus = (cost: Range, size?: Range): CallCost => ({ cost: add(cost, ...costs), ...(size && { size }) });
  const known = (node: CostedNode | undefined): Range => node?.size ?? { min: 0, max: UNBOUNDED };
  switch (id) {
    case 'string_format':
      return plus(read(known(target)));
    case 'string_to_bytes':
      return plus(read(known(first)), { min: known(first).min, max: Math.min(known(first).max * 4, UNBOUNDED) });
    case 'bytes_to_string':
      return plus(read(known(first)), { min: Math.floor(known(first).min / 4), max: known(first).max });
    case 'strings_quote':
      return plus(read(known(first)), {
        min: known(first).min + 2,
        max: Math.min(known(first).max * 2 + 2, UNBOUNDED),
      });
    case 'starts_with_string':
    case 'ends_with_string':
      return plus(read(known(first)));
    case 'in_list':
      return plus(known(second));
    case 'matches_string':
      if (target) return plus(patternCost(known(target), known(first)));
      break;
    case 'contains_string':
      if (target) return plus(multiply(read(known(target)), read(known(first))));
      break;
    case 'logical_or':
    case 'logical_and': {
      const [left = fixed(0), right = fixed(0)] = costs;
      return { cost: { min: left.min, max: add(left, right).max } };
    }
    case 'conditional': {
      const [condition = fixed(0), yes = fixed(0), no = fixed(0)] = costs;
      return { cost: add(condition, union(yes, no)), size: union(known(second), known(third)) };
    }
    case 'add_list':
    case 'add_string':
    case 'add_bytes': {
      const size = add(known(first), known(second));
      return plus(id === 'add_list' ? ONE : read(size), size);
    }
  }
  if (!COMPARES.has(id)) return plus(ONE);
  const smallest = Math.min(known(first).max, known(second).max);
  return plus(read({ min: smallest > 0 ? 1 : 0, max: smallest }));
}
