import { clauseProblem, formatParts, NO_CLAUSE } from '../functions/format-string.js';
import type { ConstantPatterns } from '../functions/constant-patterns.js';
import { timestampOf } from '../functions/numbers.js';
import { parseDuration, parseTimestamp, SECOND_NANOSECONDS } from '../functions/times.js';
import { Fault } from '../values/values.js';
import { childrenOf, visitTree, type Call, type Expression } from '../syntax/expression.js';
import type { Issue } from '../syntax/issues.js';
import { formatType, optionalValue, sameType, type CelType } from '../types/cel-type.js';

/** Checks of constant arguments of a checked tree, since release 1.29: durations, times, patterns, format strings, mixed literals. */
export function checkLiterals(root: Expression, patterns: ConstantPatterns): readonly Issue[] {
  const issues: Issue[] = [];
  visitTree(root, (node) => {
    if (node.kind === 'call') checkArguments(node, patterns, issues);
  });
  checkAggregates(root, false, issues);
  return issues;
}

/** Whether the constant first argument of a function is valid, by function. */
const CHECKS: Readonly<Record<string, (value: unknown, patterns: ConstantPatterns) => boolean>> = {
  duration: (value) => typeof value !== 'string' || parseDuration(value) !== undefined,
  timestamp: (value) =>
    typeof value === 'bigint'
      ? !(timestampOf(value * SECOND_NANOSECONDS) instanceof Fault)
      : typeof value !== 'string' || parseTimestamp(value) !== undefined,
  matches: (value, patterns) => typeof value !== 'string' || !(patterns.get(value) instanceof Fault),
};

function checkArguments(node: Call, patterns: ConstantPatterns, issues: Issue[]): void {
  if (node.name === 'format' && node.target?.kind === 'literal') checkFormat(node, issues);
  const holds = Object.hasOwn(CHECKS, node.name) ? CHECKS[node.name] : undefined;
  const [argument] = node.args;
  if (argument?.kind !== 'literal' || !holds) return;
  if (!holds(argument.value, patterns)) issues.push({ pos: argument.pos, message: `invalid ${node.name} argument` });
}

const ACCEPTED: Readonly<Record<string, readonly string[]>> = {
  s: ['list', 'map', 'int', 'uint', 'double', 'bool', 'string', 'timestamp', 'bytes', 'duration', 'type', 'null'],
  d: ['int', 'uint'],
  f: ['double', 'string'],
  e: ['double', 'string'],
  b: ['int', 'uint', 'bool'],
  x: ['int', 'uint', 'string', 'bytes'],
  X: ['int', 'uint', 'string', 'bytes'],
  o: ['int', 'uint'],
};

function checkFormat({ pos, target, args }: Call, issues: Issue[]): void {
  const [values] = args;
  const text = target?.kind === 'literal' ? target.value : undefined;
  if (values?.kind !== 'list' || typeof text !== 'string') return;
  let clauses = 0;
  for (const part of formatParts(text)) {
    if (typeof part === 'string') continue;
    const index = clauses++;
    const value = values.elements[index];
    if (!value && part !== NO_CLAUSE) {
      issues.push({ pos, message: `index ${index} out of range` });
      return;
    }
    if (!value || part instanceof Fault) {
      issues.push({ pos, message: (part as Fault).message });
      return;
    }
    const refused = refusedBy(part.verb, value);
    if (!refused) continue;
    issues.push({ pos: refused.pos, message: clauseProblem(part.verb, (refused.type as CelType).runtimeName) });
    return;
  }
  if (values.elements.length > clauses)
    issues.push({
      pos,
      message: `too many arguments supplied to string.format (expected ${clauses}, got ${values.elements.length})`,
    });
}

/** The expression that a clause does not accept: `%s` looks at the elements of lists and maps that are written out, too. */
function refusedBy(verb: string, value: Expression): Expression | undefined {
  const { kind } = value.type as CelType;
  if (kind !== 'dyn' && !ACCEPTED[verb]?.includes(kind)) return value;
  if (verb !== 's') return undefined;
  for (const part of writtenParts(value)) {
    const refused = refusedBy(verb, part);
    if (refused) return refused;
  }
  return undefined;
}

function writtenParts(value: Expression): readonly Expression[] {
  if (value.kind === 'list') return value.elements;
  return value.kind === 'map' ? value.entries.flatMap((entry) => [entry.key, entry.value]) : [];
}

/** Lists and maps must not mix types, but for arguments of `format`. */
function checkAggregates(node: Expression, exempt: boolean, issues: Issue[]): void {
  if (node.kind === 'list' && !exempt) {
    const types = node.elements.map((one, index) => valueType(one, node.optional.has(index)));
    firstOther(node.elements, types, issues);
  }
  if (node.kind === 'map' && !exempt) {
    firstOther(
      node.entries.map(({ key }) => key),
      node.entries.map(({ key }) => key.type as CelType),
      issues,
    );
    firstOther(
      node.entries.map(({ value }) => value),
      node.entries.map(({ value, optional }) => valueType(value, optional)),
      issues,
    );
  }
  const inFormat = exempt || (node.kind === 'call' && node.name === 'format');
  for (const child of childrenOf(node)) checkAggregates(child, inFormat, issues);
}

const valueType = (node: Expression, optional: boolean): CelType => {
  const type = node.type as CelType;
  return optional ? (optionalValue(type) ?? type) : type;
};

function firstOther(nodes: readonly Expression[], types: readonly CelType[], issues: Issue[]): void {
  const [expected] = types;
  const at = types.findIndex((type) => expected && !sameType(expected, type));
  const node = nodes[at];
  const found = types[at];
  if (expected && node && found)
    issues.push({ pos: node.pos, message: `expected type '${formatType(expected)}' but found '${formatType(found)}'` });
}
