import { compare } from '../values/equality.js';
import { Duration, Fault, MergingList, NO_OVERLOAD, Timestamp, Uint } from '../values/values.js';
import type { Declaration, Implementation } from '../types/declarations.js';

export const MAX_INT = 2n ** 63n - 1n;
export const MIN_INT = -(2n ** 63n);
const MAX_UINT = 2n ** 64n - 1n;
/** The years 1 to 9999. */
const MIN_TIME = -62_135_596_800n * 1_000_000_000n;
const MAX_TIME = 253_402_300_800n * 1_000_000_000n - 1n;

const INT_OVERFLOW = new Fault('integer overflow');
const UINT_OVERFLOW = new Fault('unsigned integer overflow');

export const intOf = (value: bigint): bigint | Fault => (value > MAX_INT || value < MIN_INT ? INT_OVERFLOW : value);
export const uintOf = (value: bigint): Uint | Fault =>
  value > MAX_UINT || value < 0n ? UINT_OVERFLOW : new Uint(value);
export const timestampOf = (nanoseconds: bigint, offset = 0): Timestamp | Fault =>
  nanoseconds > MAX_TIME || nanoseconds < MIN_TIME
    ? new Fault('timestamp overflow')
    : new Timestamp(nanoseconds, offset);
export const durationOf = (nanoseconds: bigint): Duration | Fault =>
  nanoseconds > MAX_INT || nanoseconds < MIN_INT ? new Fault('duration overflow') : new Duration(nanoseconds);

interface Arithmetic {
  readonly int?: (a: bigint, b: bigint) => bigint | Fault;
  readonly double?: (a: number, b: number) => number;
}

/** Operation on two numbers of the same type. */
const arithmetic =
  ({ int, double }: Arithmetic): Implementation =>
  ([a, b]) => {
    if (typeof a === 'bigint' && typeof b === 'bigint' && int) return checked(int(a, b), intOf);
    if (typeof a === 'number' && typeof b === 'number' && double) return double(a, b);
    if (a instanceof Uint && b instanceof Uint && int) return checked(int(a.value, b.value), uintOf);
    return NO_OVERLOAD;
  };
const checked = <T>(value: bigint | Fault, bounded: (value: bigint) => T | Fault): T | Fault =>
  value instanceof Fault ? value : bounded(value);

const sum = arithmetic({ int: (a, b) => a + b, double: (a, b) => a + b });
const difference = arithmetic({ int: (a, b) => a - b, double: (a, b) => a - b });
const product = arithmetic({ int: (a, b) => a * b, double: (a, b) => a * b });
const quotient = arithmetic({
  int: (a, b) => (b === 0n ? new Fault('division by zero') : a / b),
  double: (a, b) => a / b,
});
const remainder = arithmetic({ int: (a, b) => (b === 0n ? new Fault('modulus by zero') : a % b) });

/** Of an element that is copied to a longer list, with the memory that it takes. */
const WORK_PER_ELEMENT = 8;
const BYTES_PER_WORK = 8;

const joinedText: Implementation = ([a, b]) => (a as string) + (b as string);
const joinedBytes: Implementation = ([a, b], meter) => {
  const [left, right] = [a as Uint8Array, b as Uint8Array];
  meter.work((left.length + right.length) / BYTES_PER_WORK);
  return new Uint8Array(Buffer.concat([left, right]));
};

const joinedLists: Implementation = ([a, b], meter) => {
  const right = b instanceof MergingList ? b.items : (b as readonly unknown[]);
  const left = a instanceof MergingList ? a.items : (a as readonly unknown[]);
  meter.work((left.length + right.length) * WORK_PER_ELEMENT);
  if (!(a instanceof MergingList)) return left.concat(right);
  // Elements of the right list replace those with the same key.
  const byKey = new Map([...left, ...right].map((item) => [a.paidKeyOf(item, meter), item]));
  return new MergingList([...byKey.values()], a.keyOf);
};

const negated: Implementation = ([value]) =>
  typeof value === 'bigint' ? intOf(-value) : typeof value === 'number' ? -value : NO_OVERLOAD;

const nanos = (value: unknown): bigint => (value as Timestamp | Duration).nanoseconds;
const shifted = (time: unknown, by: bigint): Timestamp | Fault =>
  timestampOf(nanos(time) + by, (time as Timestamp).offset);

const ARITHMETIC: readonly Declaration[] = [
  ['_+_', 'add_bytes', '(bytes, bytes): bytes', joinedBytes],
  ['_+_', 'add_double', '(double, double): double', sum],
  ['_+_', 'add_duration_duration', '(duration, duration): duration', ([a, b]) => durationOf(nanos(a) + nanos(b))],
  ['_+_', 'add_duration_timestamp', '(duration, timestamp): timestamp', ([a, b]) => shifted(b, nanos(a))],
  ['_+_', 'add_timestamp_duration', '(timestamp, duration): timestamp', ([a, b]) => shifted(a, nanos(b))],
  ['_+_', 'add_int64', '(int, int): int', sum],
  ['_+_', 'add_list', '(list<A>, list<A>): list<A>', joinedLists],
  ['_+_', 'add_string', '(string, string): string', joinedText],
  ['_+_', 'add_uint64', '(uint, uint): uint', sum],
  ['_/_', 'divide_double', '(double, double): double', quotient],
  ['_/_', 'divide_int64', '(int, int): int', quotient],
  ['_/_', 'divide_uint64', '(uint, uint): uint', quotient],
  ['_%_', 'modulo_int64', '(int, int): int', remainder],
  ['_%_', 'modulo_uint64', '(uint, uint): uint', remainder],
  ['_*_', 'multiply_double', '(double, double): double', product],
  ['_*_', 'multiply_int64', '(int, int): int', product],
  ['_*_', 'multiply_uint64', '(uint, uint): uint', product],
  ['-_', 'negate_double', '(double): double', negated],
  ['-_', 'negate_int64', '(int): int', negated],
  ['_-_', 'subtract_double', '(double, double): double', difference],
  ['_-_', 'subtract_duration_duration', '(duration, duration): duration', ([a, b]) => durationOf(nanos(a) - nanos(b))],
  ['_-_', 'subtract_int64', '(int, int): int', difference],
  ['_-_', 'subtract_timestamp_duration', '(timestamp, duration): timestamp', ([a, b]) => shifted(a, -nanos(b))],
  [
    '_-_',
    'subtract_timestamp_timestamp',
    '(timestamp, timestamp): duration',
    ([a, b]) => durationOf(nanos(a) - nanos(b)),
  ],
  ['_-_', 'subtract_uint64', '(uint, uint): uint', difference],
];

const ordered =
  (holds: (order: number) => boolean): Implementation =>
  ([a, b], meter) => {
    const order = compare(a, b, meter);
    if (order instanceof Fault) return order;
    return Number.isNaN(order) ? new Fault('NaN values cannot be ordered') : holds(order);
  };

const RELATIONS: readonly (readonly [name: string, id: string, call: Implementation])[] = [
  ['_<_', 'less', ordered((order) => order < 0)],
  ['_<=_', 'less_equals', ordered((order) => order <= 0)],
  ['_>_', 'greater', ordered((order) => order > 0)],
  ['_>=_', 'greater_equals', ordered((order) => order >= 0)],
];
const ORDERED_TYPES: readonly (readonly [id: string, operands: string])[] = [
  ['bool', 'bool, bool'],
  ['int64', 'int, int'],
  ['int64_double', 'int, double'],
  ['int64_uint64', 'int, uint'],
  ['uint64', 'uint, uint'],
  ['uint64_double', 'uint, double'],
  ['uint64_int64', 'uint, int'],
  ['double', 'double, double'],
  ['double_int64', 'double, int'],
  ['double_uint64', 'double, uint'],
  ['string', 'string, string'],
  ['bytes', 'bytes, bytes'],
  ['timestamp', 'timestamp, timestamp'],
  ['duration', 'duration, duration'],
];
const MIXED = /_(int64|uint64|double)_?(int64|uint64|double)?$/;

/** Operators of numbers, and `+` and comparisons of all types. Numbers of different types compare since release 1.28. */
export const numberFunctions = (mixedComparisons: boolean): readonly Declaration[] => [
  ...ARITHMETIC,
  ...RELATIONS.flatMap(([name, id, call]) =>
    ORDERED_TYPES.filter(([type]) => mixedComparisons || MIXED.exec(`_${type}`)?.[2] === undefined).map(
      ([type, operands]): Declaration => [name, `${id}_${type}`, `(${operands}): bool`, call],
    ),
  ),
];
