import type { Comparison, JsonPath, Operand, Slice, Step } from './path.js';

/** The values selected by a path; missing ones are left out. */
export function selectValues(value: unknown, path: JsonPath): readonly unknown[] {
  let values: readonly unknown[] = [value];
  for (const step of path) values = values.flatMap((each) => stepFrom(each, step));
  return values;
}

function stepFrom(value: unknown, step: Step): readonly unknown[] {
  if ('names' in step) return membersOf(value, step.names);
  if ('slices' in step) return Array.isArray(value) ? step.slices.flatMap((slice) => itemsOf(value, slice)) : [];
  if ('all' in step) return childrenOf(value);
  if ('descend' in step) return withDescendants(value);
  return childrenOf(value).filter((child) => holds(child, step.filter));
}

function membersOf(value: unknown, names: readonly string[]): readonly unknown[] {
  if (!isObject(value)) return [];
  return names.filter((name) => Object.hasOwn(value, name)).map((name) => value[name]);
}

function itemsOf(list: readonly unknown[], { start, end, step }: Slice): readonly unknown[] {
  // An index before the first item is none, while a slice from there begins with the first.
  if (start !== undefined && start < -list.length && end === start + 1) return [];
  return list.slice(start, end).filter((_, index) => index % step === 0);
}

function childrenOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

const withDescendants = (value: unknown): readonly unknown[] => [value, ...childrenOf(value).flatMap(withDescendants)];

function holds(value: unknown, { left, operator, right }: Comparison): boolean {
  const lefts = operandValues(value, left);
  if (operator === undefined || right === undefined) return lefts.length > 0;
  const rights = operandValues(value, right);
  return lefts.some((a) => rights.some((b) => compares(a, operator, b)));
}

const operandValues = (value: unknown, operand: Operand): readonly unknown[] =>
  'value' in operand ? [operand.value] : selectValues(value, operand.path);

function compares(a: unknown, operator: NonNullable<Comparison['operator']>, b: unknown): boolean {
  if (operator === '==') return a === b;
  if (operator === '!=') return a !== b;
  const bothNumbers = typeof a === 'number' && typeof b === 'number';
  if (!bothNumbers && (typeof a !== 'string' || typeof b !== 'string')) return false;
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
