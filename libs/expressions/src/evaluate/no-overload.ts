import { Fault, NO_OVERLOAD, typeName } from '../values/values.js';

const NUMBERS = ['int', 'uint', 'double'];
const TIMES = ['google.protobuf.Duration', 'google.protobuf.Timestamp'];
const COMPARABLE = ['bool', 'bytes', 'string', ...NUMBERS, ...TIMES];
/** They take any function call themselves. */
const RECEIVERS: ReadonlySet<string> = new Set(['string', ...TIMES]);

/** Types of the first operand that an operator or function is made for. */
const MADE_FOR: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    '_+_': [...NUMBERS, 'string', 'bytes', 'list', ...TIMES],
    '_-_': [...NUMBERS, ...TIMES],
    '_*_': NUMBERS,
    '_/_': NUMBERS,
    '_%_': ['int', 'uint'],
    '-_': ['int', 'double', 'google.protobuf.Duration'],
    '!_': ['bool'],
    '_<_': COMPARABLE,
    '_<=_': COMPARABLE,
    '_>_': COMPARABLE,
    '_>=_': COMPARABLE,
    size: ['string', 'bytes', 'list', 'map'],
    matches: ['string'],
  }).map(([name, types]) => [name, new Set(types)]),
);

/** The failure of a call without a fitting signature: cel-go names the function where the first operand has nothing to do with it. */
export function noOverload(name: string, first: unknown): Fault {
  const types = MADE_FOR.get(name);
  const type = typeName(first);
  return !types || types.has(type) || RECEIVERS.has(type) ? NO_OVERLOAD : new Fault(`no such overload: ${name}`);
}

const GO_NAMES: Readonly<Record<string, string>> = {
  null_type: 'Null',
  'google.protobuf.Duration': 'Duration',
  'google.protobuf.Timestamp': 'Timestamp',
};

/** The failure of a loop over a value that is neither a list nor a map. */
export function notIterable(value: unknown): Fault {
  const type = typeName(value);
  const name = GO_NAMES[type] ?? type.charAt(0).toUpperCase() + type.slice(1);
  return new Fault(`got 'types.${name}', expected iterable type`);
}
