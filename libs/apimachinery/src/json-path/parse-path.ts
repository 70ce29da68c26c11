import { PathScanner } from './scanner.js';
import type { Comparison, JsonPath, Operand, Slice, Step } from './path.js';

const OPERATORS = ['==', '!=', '<=', '>=', '<', '>'] as const;

/**
 * Parses a single path, with or without braces and leading dot, as in columns and `--sort-by`.
 * @param fail makes the error for a place that cannot be read.
 * @throws Error made by `fail`.
 */
export function parseJsonPath(source: string, fail: (message: string) => Error): JsonPath {
  const inner = source.startsWith('{') && source.endsWith('}') ? source.slice(1, -1) : source;
  const scanner = new PathScanner(/^[.$@[]/.test(inner) ? inner : `.${inner}`, fail);
  const path = takePath(scanner);
  if (!scanner.atEnd) throw scanner.error('the path should end here');
  return path;
}

/** Parses the longest path. `$` and `@` are the root value. @throws Error of the scanner. */
export function takePath(scanner: PathScanner): JsonPath {
  const steps: Step[] = [];
  if (!scanner.take('$')) scanner.take('@');
  for (;;) {
    if (scanner.take('..')) {
      steps.push({ descend: true });
      if (scanner.next !== '[') steps.push(takeMember(scanner));
    } else if (scanner.take('.')) {
      if (steps.length > 0 || isMember(scanner)) steps.push(takeMember(scanner));
    } else if (scanner.take('[')) {
      steps.push(takeBrackets(scanner));
      scanner.skipSpaces();
      scanner.expect(']');
    } else return steps;
  }
}

/** A dot alone is the value where the path starts. */
const isMember = ({ atEnd, next }: PathScanner): boolean => !atEnd && !['}', ' ', '[', ')'].includes(next);

function takeMember(scanner: PathScanner): Step {
  if (scanner.take('*')) return { all: true };
  const name = scanner.takeName();
  if (name === '') throw scanner.error('expected a name');
  return { names: [name] };
}

function takeBrackets(scanner: PathScanner): Step {
  scanner.skipSpaces();
  if (scanner.take('*')) return { all: true };
  if (scanner.take('?')) return { filter: takeComparison(scanner) };
  const first = scanner.takeQuoted();
  if (first === undefined) return { slices: takeList(scanner, () => takeSlice(scanner)) };
  const rest = scanner.take(',') ? takeList(scanner, () => takeQuotedName(scanner)) : [];
  return { names: [first, ...rest] };
}

function takeList<T>(scanner: PathScanner, takeItem: () => T): readonly T[] {
  const items: T[] = [];
  do {
    scanner.skipSpaces();
    items.push(takeItem());
    scanner.skipSpaces();
  } while (scanner.take(','));
  return items;
}

function takeQuotedName(scanner: PathScanner): string {
  const name = scanner.takeQuoted();
  if (name === undefined) throw scanner.error('expected a name in quotes');
  return name;
}

function takeSlice(scanner: PathScanner): Slice {
  const start = scanner.takeInteger();
  const isRange = scanner.take(':');
  if (!isRange) {
    if (start === undefined && scanner.next !== ']') throw scanner.error('expected a number, a name in quotes, * or ?');
    const index = start ?? 0; // `[]` is the first
    return { start: index, ...(index === -1 ? {} : { end: index + 1 }), step: 1 };
  }
  const end = scanner.takeInteger();
  const step = scanner.take(':') ? (scanner.takeInteger() ?? 1) : 1;
  if (step < 1) throw scanner.error('a step must be 1 or more');
  return { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }), step };
}

function takeComparison(scanner: PathScanner): Comparison {
  scanner.expect('(');
  scanner.skipSpaces();
  const left = takeOperand(scanner);
  scanner.skipSpaces();
  const operator = OPERATORS.find((candidate) => scanner.take(candidate));
  scanner.skipSpaces();
  const right = operator === undefined ? undefined : takeOperand(scanner);
  scanner.skipSpaces();
  scanner.expect(')');
  return { left, ...(operator === undefined || right === undefined ? {} : { operator, right }) };
}

function takeOperand(scanner: PathScanner): Operand {
  const quoted = scanner.takeQuoted();
  if (quoted !== undefined) return { value: quoted };
  if (['@', '$', '.'].includes(scanner.next)) return { path: takePath(scanner) };
  const number = takeNumber(scanner);
  if (number !== undefined) return { value: number };
  const word = scanner.takeName();
  if (word === 'true' || word === 'false') return { value: word === 'true' };
  throw scanner.error('expected @, a text in quotes, a number, true or false');
}

function takeNumber(scanner: PathScanner): number | undefined {
  const whole = scanner.takeInteger();
  if (whole === undefined || !scanner.take('.')) return whole;
  return Number(`${whole}.${scanner.takeName()}`);
}
