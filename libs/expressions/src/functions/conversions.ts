import { Duration, Fault, Timestamp, TypeValue, typeName, Uint } from '../values/values.js';
import type { Declaration, Implementation } from '../types/declarations.js';
import { intOf, timestampOf, uintOf, durationOf } from './numbers.js';
import {
  durationFrom,
  formatDuration,
  formatTimestamp,
  MAX_TIME_TEXT,
  SECOND_NANOSECONDS,
  timestampFrom,
} from './times.js';

const MAX_NUMBER_TEXT = 400;
const same: Implementation = ([value]) => value;
const failed = (to: string): Fault => new Fault(`type conversion error from 'string' to '${to}'`);

/** Larger numbers have an exponent. */
const MAX_PLAIN_POWER = 6;

/** A double as Go prints it with the shortest digits. */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < MAX_PLAIN_POWER)
    return power < 0 ? value.toFixed(decimalsOf(digits) - power) : plainDigits(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
const decimalsOf = (digits: string): number => digits.split('.')[1]?.length ?? 0;
const plainDigits = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

function intFromText(text: string): bigint | Fault {
  if (text.length > MAX_NUMBER_TEXT || !/^[+-]?\d+$/.test(text)) return failed('int');
  const value = intOf(BigInt(text.replace(/^\+/, '')));
  return value instanceof Fault ? failed('int') : value;
}

function uintFromText(text: string): Uint | Fault {
  if (text.length > MAX_NUMBER_TEXT || !/^\d+$/.test(text)) return failed('uint');
  const value = uintOf(BigInt(text));
  return value instanceof Fault ? failed('uint') : value;
}

const DOUBLE = /^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|inf(?:inity)?|nan)$/i;

function doubleFromText(text: string): number | Fault {
  if (text.length > MAX_NUMBER_TEXT || !DOUBLE.test(text)) return failed('double');
  if (/nan/i.test(text)) return NaN;
  if (/inf/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  const value = Number(text);
  return Number.isFinite(value) ? value : failed('double');
}

const TRUE: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);
const FALSE: ReadonlySet<string> = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False']);
const boolFromText = (text: string): boolean | Fault =>
  TRUE.has(text) ? true : FALSE.has(text) ? false : failed('bool');

/** Whole part of a double. */
const whole = (value: number, bounded: (value: bigint) => unknown, overflow: string): unknown => {
  if (!Number.isFinite(value) || Math.abs(value) >= 2 ** 64) return new Fault(overflow);
  return bounded(BigInt(Math.trunc(value)));
};

export function textFromBytes(bytes: Uint8Array): string | Fault {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return new Fault('invalid UTF-8 in bytes, cannot convert to string');
    throw error;
  }
}

const seconds = (value: unknown): bigint => {
  const { nanoseconds } = value as Timestamp;
  const fraction = ((nanoseconds % SECOND_NANOSECONDS) + SECOND_NANOSECONDS) % SECOND_NANOSECONDS;
  return (nanoseconds - fraction) / SECOND_NANOSECONDS;
};

/** Work of reading a timestamp. Longer texts than a time has are refused at once. */
const TIMESTAMP_WORK = 450;
/** Work of reading a duration, and each character of it: `1ns1ns1ns` has a number in three of them. */
const DURATION_WORK = 150;
const DURATION_CHARACTER_WORK = 30;

const timestampFromText: Implementation = ([text], meter) => {
  meter.work(TIMESTAMP_WORK);
  return timestampFrom(text as string);
};
const durationFromText: Implementation = ([text], meter) => {
  meter.work(DURATION_WORK + Math.min((text as string).length, MAX_TIME_TEXT) * DURATION_CHARACTER_WORK);
  return durationFrom(text as string);
};

const bytesFromText: Implementation = ([text], meter) => {
  meter.work((text as string).length);
  return new TextEncoder().encode(text as string);
};

export const CONVERSIONS: readonly Declaration[] = [
  ['bool', 'bool_to_bool', '(bool): bool', same],
  ['bool', 'string_to_bool', '(string): bool', ([text]) => boolFromText(text as string)],
  ['bytes', 'bytes_to_bytes', '(bytes): bytes', same],
  ['bytes', 'string_to_bytes', '(string): bytes', bytesFromText],
  ['double', 'double_to_double', '(double): double', same],
  ['double', 'int64_to_double', '(int): double', ([value]) => Number(value)],
  ['double', 'string_to_double', '(string): double', ([text]) => doubleFromText(text as string)],
  ['double', 'uint64_to_double', '(uint): double', ([value]) => Number((value as Uint).value)],
  ['duration', 'duration_to_duration', '(duration): duration', same],
  ['duration', 'int64_to_duration', '(int): duration', ([value]) => durationOf(value as bigint)],
  ['duration', 'string_to_duration', '(string): duration', durationFromText],
  ['dyn', 'to_dyn', '(A): dyn', same],
  ['int', 'int64_to_int64', '(int): int', same],
  ['int', 'double_to_int64', '(double): int', ([value]) => whole(value as number, intOf, 'integer overflow')],
  ['int', 'duration_to_int64', '(duration): int', ([value]) => (value as Duration).nanoseconds],
  ['int', 'string_to_int64', '(string): int', ([text]) => intFromText(text as string)],
  ['int', 'timestamp_to_int64', '(timestamp): int', ([value]) => seconds(value)],
  ['int', 'uint64_to_int64', '(uint): int', ([value]) => intOf((value as Uint).value)],
  ['string', 'string_to_string', '(string): string', same],
  ['string', 'bool_to_string', '(bool): string', ([value]) => String(value)],
  ['string', 'bytes_to_string', '(bytes): string', ([value]) => textFromBytes(value as Uint8Array)],
  ['string', 'double_to_string', '(double): string', ([value]) => formatDouble(value as number)],
  ['string', 'duration_to_string', '(duration): string', ([value]) => formatDuration(value as Duration)],
  ['string', 'int64_to_string', '(int): string', ([value]) => String(value)],
  ['string', 'timestamp_to_string', '(timestamp): string', ([value]) => formatTimestamp(value as Timestamp)],
  ['string', 'uint64_to_string', '(uint): string', ([value]) => String((value as Uint).value)],
  ['timestamp', 'timestamp_to_timestamp', '(timestamp): timestamp', same],
  [
    'timestamp',
    'int64_to_timestamp',
    '(int): timestamp',
    ([value]) => timestampOf((value as bigint) * SECOND_NANOSECONDS),
  ],
  ['timestamp', 'string_to_timestamp', '(string): timestamp', timestampFromText],
  ['type', 'type', '(A): type<A>', ([value]) => new TypeValue(typeName(value))],
  ['uint', 'uint64_to_uint64', '(uint): uint', same],
  [
    'uint',
    'double_to_uint64',
    '(double): uint',
    ([value]) => whole(value as number, uintOf, 'unsigned integer overflow'),
  ],
  ['uint', 'int64_to_uint64', '(int): uint', ([value]) => uintOf(value as bigint)],
  ['uint', 'string_to_uint64', '(string): uint', ([text]) => uintFromText(text as string)],
];
