import { compareBytes } from '@orch/apimachinery';
import type { Meter } from './meter.js';
import {
  Duration,
  Fault,
  isMap,
  itemsOf,
  MergingList,
  NO_OVERLOAD,
  OpaqueValue,
  Optional,
  readText,
  Timestamp,
  TypeValue,
  Uint,
  StructValue,
  type MapLike,
} from './values.js';

/** Work of comparing two empty lists or maps. */
const LIST_WORK = 20;
/** Bytes that are compared in the time of one unit of work. */
const BYTES_PER_WORK = 64;

/** Whether two values are equal. Values of different types are not, except for numbers. */
export function equal(left: unknown, right: unknown, meter: Meter): boolean {
  if (typeof left === 'string') {
    if (typeof right !== 'string' || left.length !== right.length) return false;
    readText(left, meter);
    return left === right;
  }
  if (left === right) return true;
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right) === 0;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  return equalObjects(left, right, meter);
}

function equalObjects(left: object, right: object, meter: Meter): boolean {
  const items = itemsOf(left);
  if (items) return equalLists(left, items, right, meter);
  if (isMap(left)) return isMap(right) && equalMaps(left, right, meter);
  if (left instanceof Uint8Array) return right instanceof Uint8Array && equalBytes(left, right, meter);
  if (left instanceof Timestamp) return right instanceof Timestamp && left.nanoseconds === right.nanoseconds;
  if (left instanceof Duration) return right instanceof Duration && left.nanoseconds === right.nanoseconds;
  if (left instanceof TypeValue) return right instanceof TypeValue && left.name === right.name;
  if (left instanceof Optional) return right instanceof Optional && equalOptionals(left, right, meter);
  return (
    left instanceof OpaqueValue &&
    right instanceof OpaqueValue &&
    left.typeName === right.typeName &&
    left.equals(right, meter)
  );
}

function equalBytes(left: Uint8Array, right: Uint8Array, meter: Meter): boolean {
  if (left.length !== right.length) return false;
  meter.work(left.length / BYTES_PER_WORK);
  return Buffer.compare(left, right) === 0;
}

const equalOptionals = (left: Optional, right: Optional, meter: Meter): boolean =>
  left.value === undefined || right.value === undefined
    ? left.value === right.value
    : equal(left.value, right.value, meter);

function equalLists(left: object, items: readonly unknown[], right: object, meter: Meter): boolean {
  const others = itemsOf(right);
  if (others?.length !== items.length) return false;
  meter.work(LIST_WORK + items.length * 4);
  if (!(left instanceof MergingList)) return items.every((item, index) => equal(item, others[index], meter));
  const byKey = new Map(items.map((item) => [left.paidKeyOf(item, meter), item]));
  return others.every((other) => {
    const item = byKey.get(left.paidKeyOf(other, meter));
    return item !== undefined && equal(item, other, meter);
  });
}

function equalMaps(left: MapLike, right: MapLike, meter: Meter): boolean {
  if (structName(left) !== structName(right)) return false;
  meter.work(LIST_WORK + (left.size + right.size) * 4);
  if (left.size !== right.size) return false;
  for (const key of left.keys()) {
    readText(key, meter);
    const other = right.get(key);
    if (other === undefined || !equal(left.get(key), other, meter)) return false;
  }
  return true;
}

/** Objects of different types are never equal. */
const structName = (map: MapLike): string | undefined => (map instanceof StructValue ? map.typeName : undefined);

export const isNumber = (value: unknown): value is bigint | number | Uint =>
  typeof value === 'bigint' || typeof value === 'number' || value instanceof Uint;

/** Negative, 0 or positive; `NaN` when one of them is. */
function compareNumbers(left: bigint | number | Uint, right: bigint | number | Uint): number {
  const a = left instanceof Uint ? left.value : left;
  const b = right instanceof Uint ? right.value : right;
  if (a < b) return -1;
  if (a > b) return 1;
  return Number.isNaN(a) || Number.isNaN(b) ? NaN : 0;
}

/** Units that are compared one by one: of longer texts the others are compared natively. */
const COMPARED_BY_UNIT = 64;
/** Units that are compared one by one, and natively, in the time of one unit of work. */
const UNITS_PER_WORK = 2;
const NATIVE_PER_WORK = 16;

/** Order of strings by code point, which is that of their bytes. */
function compareStrings(left: string, right: string, meter: Meter): number {
  const length = Math.min(left.length, right.length);
  meter.work(Math.min(length, COMPARED_BY_UNIT) / UNITS_PER_WORK + length / NATIVE_PER_WORK);
  return left === right ? 0 : compareBytes(left, right);
}

/**
 * Order of two values: negative, 0, positive or `NaN`.
 * @param meter counts the comparison of texts, bytes and opaque values. @throws CostExceeded.
 */
export function compare(left: unknown, right: unknown, meter: Meter): number | Fault {
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right);
  if (typeof left === 'string' && typeof right === 'string') return compareStrings(left, right, meter);
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  if (left instanceof Uint8Array && right instanceof Uint8Array) {
    meter.work(Math.min(left.length, right.length) / BYTES_PER_WORK);
    return Buffer.compare(left, right);
  }
  if (
    (left instanceof Timestamp && right instanceof Timestamp) ||
    (left instanceof Duration && right instanceof Duration)
  )
    return Number(left.nanoseconds - right.nanoseconds);
  if (
    left instanceof OpaqueValue &&
    right instanceof OpaqueValue &&
    isOrdered(left) &&
    left.typeName === right.typeName
  )
    return left.compareTo(right, meter);
  return NO_OVERLOAD;
}

interface Ordered {
  compareTo(other: OpaqueValue, meter: Meter): number;
}
const isOrdered = (value: OpaqueValue): value is OpaqueValue & Ordered => 'compareTo' in value;
