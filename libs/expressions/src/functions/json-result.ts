import {
  Duration,
  Fault,
  isMap,
  itemsOf,
  Timestamp,
  typeName,
  Uint,
  type CelValue,
  type MapLike,
} from '../values/values.js';
import type { WorkCounter } from '../values/meter.js';
import { formatDuration, formatTimestamp } from './times.js';

/** Characters of a text that take as long as one value. */
const CHARACTERS_PER_WORK = 64;

/** Deeper values are refused, because the walk is recursive. */
const MAX_DEPTH = 512;

/**
 * The JSON of a value: integers as numbers, bytes as base64, timestamps and durations as texts. A value that an expression only passes on is
 * converted with all that it holds.
 * @param meter counts the values: one large value may be in the result many times.
 * @returns a `Fault` for values without a JSON form, such as quantities and types.
 * @throws CostExceeded.
 */
export function jsonOf(value: unknown, meter: WorkCounter, depth = 0): unknown {
  meter.work(1);
  switch (typeof value) {
    case 'string':
      meter.work(value.length / CHARACTERS_PER_WORK);
      return value;
    case 'bigint':
      return Number(value);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'object':
      return value === null ? null : jsonOfObject(value as CelValue & object, meter, depth);
    default:
      return value;
  }
}

function jsonOfObject(value: CelValue & object, meter: WorkCounter, depth: number): unknown {
  if (depth === MAX_DEPTH) return new Fault(`the value has more than ${MAX_DEPTH} levels`);
  if (value instanceof Fault) return value;
  if (value instanceof Uint) return Number(value.value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDuration(value);
  const items = itemsOf(value);
  if (items) return jsonOfList(items, meter, depth);
  if (isMap(value)) return jsonOfMap(value, meter, depth);
  return new Fault(`type conversion error from '${typeName(value).replace(/^kubernetes\./, '')}' to '*structpb.Value'`);
}

function jsonOfList(items: readonly unknown[], meter: WorkCounter, depth: number): unknown {
  const list: unknown[] = [];
  for (const item of items) {
    const json = jsonOf(item, meter, depth + 1);
    if (json instanceof Fault) return json;
    list.push(json);
  }
  return list;
}

function jsonOfMap(map: MapLike, meter: WorkCounter, depth: number): unknown {
  const object: [string, unknown][] = [];
  for (const key of map.keys()) {
    if (typeof key !== 'string') return new Fault(`unsupported type conversion from '${typeName(key)}' to string`);
    const json = jsonOf(map.get(key), meter, depth + 1);
    if (json instanceof Fault) return json;
    object.push([key, json]);
  }
  // Keys such as `__proto__` become members too.
  return Object.fromEntries(object);
}
