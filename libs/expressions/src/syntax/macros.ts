import type { Expression } from './expression.js';
import { fail } from './lexer.js';

export interface MacroCall {
  /** Position of the call: expanded nodes have it too. */
  readonly pos: number;
  readonly target: Expression;
  readonly args: readonly Expression[];
}

/** Expands a call; `undefined` leaves it a call. @throws SyntaxIssue. */
export type Macro = (call: MacroCall) => Expression | undefined;
/** By `name:number of arguments:receiver|global`. */
export type Macros = ReadonlyMap<string, Macro>;

/** Variable of the result of a loop. No expression can name it. */
export const ACCUMULATOR = '@result';

const call = (pos: number, name: string, ...args: Expression[]): Expression => ({
  kind: 'call',
  pos,
  name,
  target: undefined,
  args,
});
const method = (pos: number, target: Expression, name: string): Expression => ({
  kind: 'call',
  pos,
  name,
  target,
  args: [],
});
const literal = (pos: number, value: unknown): Expression => ({ kind: 'literal', pos, value });
const ident = (pos: number, name: string): Expression => ({ kind: 'ident', pos, name });
const list = (pos: number, ...elements: Expression[]): Expression => ({
  kind: 'list',
  pos,
  elements,
  optional: new Set(),
});

interface Loop {
  readonly init: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result?: Expression;
}

/** Builds the parts of a loop. */
type LoopShape = (pos: number, accumulator: () => Expression, args: readonly Expression[], variable: string) => Loop;

const notFalse = (pos: number, value: Expression): Expression => call(pos, '@not_strictly_false', value);

const allOf: LoopShape = (pos, accumulator, [predicate]) => ({
  init: literal(pos, true),
  condition: notFalse(pos, accumulator()),
  step: call(pos, '_&&_', accumulator(), predicate as Expression),
});
const existsIn: LoopShape = (pos, accumulator, [predicate]) => ({
  init: literal(pos, false),
  condition: notFalse(pos, call(pos, '!_', accumulator())),
  step: call(pos, '_||_', accumulator(), predicate as Expression),
});
const existsOneIn: LoopShape = (pos, accumulator, [predicate]) => ({
  init: literal(pos, 0n),
  condition: literal(pos, true),
  step: call(pos, '_?_:_', predicate as Expression, call(pos, '_+_', accumulator(), literal(pos, 1n)), accumulator()),
  result: call(pos, '_==_', accumulator(), literal(pos, 1n)),
});
/** Appends the last argument, for those entries that pass the filter before it. */
const mapped: LoopShape = (pos, accumulator, args) => {
  const appended = call(pos, '_+_', accumulator(), list(pos, args.at(-1) as Expression));
  return { init: list(pos), condition: literal(pos, true), step: filtered(pos, accumulator, args, appended) };
};
const filteredList: LoopShape = (pos, accumulator, [predicate], variable) =>
  mapped(pos, accumulator, [predicate as Expression, ident(pos, variable)], variable);

const insertedWithKey: LoopShape = (pos, accumulator, args, variable) => {
  const inserted = call(pos, 'cel.@mapInsert', accumulator(), ident(pos, variable), args.at(-1) as Expression);
  return {
    init: { kind: 'map', pos, entries: [] },
    condition: literal(pos, true),
    step: filtered(pos, accumulator, args, inserted),
  };
};
const insertedEntry: LoopShape = (pos, accumulator, args) => {
  const inserted = call(pos, 'cel.@mapInsert', accumulator(), args.at(-1) as Expression);
  return {
    init: { kind: 'map', pos, entries: [] },
    condition: literal(pos, true),
    step: filtered(pos, accumulator, args, inserted),
  };
};

const filtered = (
  pos: number,
  accumulator: () => Expression,
  args: readonly Expression[],
  step: Expression,
): Expression => (args.length > 1 ? call(pos, '_?_:_', args[0] as Expression, step, accumulator()) : step);

function nameOf(argument: Expression | undefined, problem: string): string {
  if (argument?.kind !== 'ident' || argument.name.startsWith('.')) throw fail(argument?.pos ?? 0, problem);
  if (argument.name === '__result__') throw fail(argument.pos, 'iteration variable overwrites accumulator variable');
  return argument.name;
}

/** A loop with one variable: the element of a list or the key of a map. */
const loop =
  (shape: LoopShape, problem: string): Macro =>
  ({ pos, target, args: [first, ...rest] }) =>
    comprehension(pos, target, shape, rest, nameOf(first, problem), undefined);

/** A loop with two variables: index and element of a list, or key and value of a map. */
const loop2 =
  (shape: LoopShape): Macro =>
  ({ pos, target, args: [first, second, ...rest] }) => {
    const name = nameOf(first, 'argument must be a simple name');
    const name2 = nameOf(second, 'argument must be a simple name');
    if (name === name2) throw fail(second?.pos ?? pos, `duplicate variable name: ${name}`);
    return comprehension(pos, target, shape, rest, name, name2);
  };

function comprehension(
  pos: number,
  range: Expression,
  shape: LoopShape,
  args: readonly Expression[],
  variable: string,
  variable2: string | undefined,
): Expression {
  const accumulator = (): Expression => ident(pos, ACCUMULATOR);
  const { result = accumulator(), ...parts } = shape(pos, accumulator, args, variable);
  return { kind: 'comprehension', pos, range, variable, variable2, accumulator: ACCUMULATOR, ...parts, result };
}

const has: Macro = ({ pos, args: [field] }) => {
  if (field?.kind !== 'select' || field.test) throw fail(field?.pos ?? pos, 'invalid argument to has() macro');
  return { ...field, pos, test: true };
};

/** `optMap`, `optFlatMap`: the expression with a variable for the value of the target, if it has one. */
const optional =
  (name: string, wrap: boolean): Macro =>
  ({ pos, target, args: [variable, expression] }) => {
    if (variable?.kind !== 'ident')
      throw fail(variable?.pos ?? pos, `${name}() variable name must be a simple identifier`);
    const bound: Expression = {
      kind: 'comprehension',
      pos,
      range: list(pos),
      variable: '#unused',
      variable2: undefined,
      accumulator: variable.name,
      init: method(pos, target, 'value'),
      condition: literal(pos, false),
      step: ident(pos, variable.name),
      result: expression as Expression,
    };
    const present = wrap ? call(pos, 'optional.of', bound) : bound;
    return call(pos, '_?_:_', method(pos, target, 'hasValue'), present, call(pos, 'optional.none'));
  };

const NOT_AN_IDENTIFIER = 'argument is not an identifier';
const NOT_SIMPLE = 'argument must be a simple name';

export const STANDARD_MACROS: Macros = new Map<string, Macro>([
  ['has:1:global', has],
  ['all:2:receiver', loop(allOf, NOT_SIMPLE)],
  ['exists:2:receiver', loop(existsIn, NOT_SIMPLE)],
  ['exists_one:2:receiver', loop(existsOneIn, NOT_SIMPLE)],
  ['existsOne:2:receiver', loop(existsOneIn, NOT_SIMPLE)],
  ['map:2:receiver', loop(mapped, NOT_AN_IDENTIFIER)],
  ['map:3:receiver', loop(mapped, NOT_AN_IDENTIFIER)],
  ['filter:2:receiver', loop(filteredList, NOT_AN_IDENTIFIER)],
]);

export const OPTIONAL_MACROS: Macros = new Map<string, Macro>([
  ['optMap:2:receiver', optional('optMap', true)],
  ['optFlatMap:2:receiver', optional('optFlatMap', false)],
]);

export const TWO_VARIABLE_MACROS: Macros = new Map<string, Macro>([
  ['all:3:receiver', loop2(allOf)],
  ['exists:3:receiver', loop2(existsIn)],
  ['existsOne:3:receiver', loop2(existsOneIn)],
  ['exists_one:3:receiver', loop2(existsOneIn)],
  ['transformList:3:receiver', loop2(mapped)],
  ['transformList:4:receiver', loop2(mapped)],
  ['transformMap:3:receiver', loop2(insertedWithKey)],
  ['transformMap:4:receiver', loop2(insertedWithKey)],
  ['transformMapEntry:3:receiver', loop2(insertedEntry)],
  ['transformMapEntry:4:receiver', loop2(insertedEntry)],
]);
