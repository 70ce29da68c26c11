import type { Meter, WorkCounter } from './meter.js';

/**
 * Values of expressions: `null`, booleans, strings, `bigint` (int), `number` (double), `Uint`, `Uint8Array` (bytes), `Timestamp`,
 * `Duration`, arrays and `MergingList` (lists), `Map` and `LazyMap` (maps and objects), `Optional`, `TypeValue` and `OpaqueValue`.
 */

/** A failed operation. A value, not an exception, because `&&`, `||` and loops swallow failures and continue. */
export class Fault {
  constructor(readonly message: string) {}
}

export const NO_OVERLOAD = new Fault('no such overload');

export class Uint {
  constructor(readonly value: bigint) {}
}

/** Nanoseconds since 1970. */
export class Timestamp {
  constructor(
    readonly nanoseconds: bigint,
    /** Offset of the text that it was read from, in minutes: its own text has it, its parts are those of UTC. */
    readonly offset = 0,
  ) {}
}

export class Duration {
  constructor(readonly nanoseconds: bigint) {}
}

export class Optional {
  static readonly none = new Optional(undefined);
  private constructor(
    /** `undefined` when there is no value. */
    readonly value: unknown,
  ) {}
  static of(value: unknown): Optional {
    return value === undefined ? Optional.none : new Optional(value);
  }
}

export class TypeValue {
  constructor(readonly name: string) {}
}

/** A value of a type of an extension library. */
export abstract class OpaqueValue {
  /** Name of the type. */
  abstract readonly typeName: string;
  /** @param meter of comparisons that take time. */
  abstract equals(other: OpaqueValue, meter: Meter): boolean;
}

/** Work of the identity of an element, in addition to that of its characters. */
const KEY_WORK = 10;

/** A list whose equality ignores the order and whose `+` merges: of list type `set` or `map`. */
export class MergingList {
  constructor(
    readonly items: readonly unknown[],
    /** Identity of an element: a string. */
    readonly keyOf: (item: unknown) => string,
  ) {}

  /** As `keyOf`, paid for. @throws CostExceeded. */
  paidKeyOf(item: unknown, meter: WorkCounter): string {
    const key = this.keyOf(item);
    meter.work(KEY_WORK + key.length);
    return key;
  }
}

/** An object or map whose values are converted when they are read. Behaves like a `Map`. */
export class LazyMap {
  private readonly converted = new Map<string, unknown>();
  private listed: readonly string[] | undefined;
  constructor(
    private readonly source: Readonly<Record<string, unknown>>,
    /** Converts the value of a key; `undefined` hides the key. */
    private readonly convert: (key: string, source: Readonly<Record<string, unknown>>) => unknown,
    /** Visible keys. */
    private readonly visible: (source: Readonly<Record<string, unknown>>) => readonly string[],
  ) {}

  get size(): number {
    return this.keys().length;
  }

  get(key: unknown): unknown {
    if (typeof key !== 'string') return undefined;
    const known = this.converted.get(key);
    if (known !== undefined) return known;
    const value = this.convert(key, this.source);
    if (value !== undefined) this.converted.set(key, value);
    return value;
  }

  has(key: unknown): boolean {
    return this.get(key) !== undefined;
  }

  /** Listed once. */
  keys(): readonly string[] {
    return (this.listed ??= this.visible(this.source));
  }
}

/** An object that an expression made, such as `Object.spec{replicas: 1}`: a map of its fields. */
export class StructValue extends Map<string, unknown> {
  constructor(
    /** Name of the type. */
    readonly typeName: string,
  ) {
    super();
  }
}

export type MapLike = LazyMap | ReadonlyMap<unknown, unknown>;

export const isMap = (value: unknown): value is MapLike => value instanceof Map || value instanceof LazyMap;

/** Elements of a list, or `undefined`. */
export function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return value instanceof MergingList ? value.items : undefined;
}

/** Key of a map for an index: unsigned and whole double numbers equal integers. */
export function mapKey(key: unknown): unknown {
  if (key instanceof Uint) return key.value;
  return typeof key === 'number' && Number.isInteger(key) ? BigInt(key) : key;
}

/** Name of the type of a value, as `type(x)` shows it. */
export function typeName(value: unknown): string {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'double';
    case 'string':
      return 'string';
    default:
      return objectTypeName(value);
  }
}

function objectTypeName(value: unknown): string {
  if (value === null) return 'null_type';
  if (value instanceof Uint) return 'uint';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp';
  if (value instanceof Duration) return 'google.protobuf.Duration';
  if (itemsOf(value)) return 'list';
  if (value instanceof StructValue) return value.typeName;
  if (isMap(value)) return 'map';
  if (value instanceof Optional) return 'optional_type';
  if (value instanceof TypeValue) return 'type';
  return value instanceof OpaqueValue ? value.typeName : 'error';
}

/** Texts for which a pattern takes longer than a look at each unit. */
const SHORT = 16;
const SURROGATE = /[\ud800-\udfff]/;

/** Whether the characters of a string are its UTF-16 units. */
export function isPlain(text: string): boolean {
  if (text.length > SHORT) return !SURROGATE.test(text);
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xf800) === 0xd800) return false;
  return true;
}

/** Characters of texts that are compared, or looked up, in the time of one unit of work. */
const COMPARED_PER_WORK = 64;

/** Charges the comparison of a value, or its use as a key, when it is a long text. Call it before. @throws CostExceeded. */
export function readText(value: unknown, meter: WorkCounter): void {
  if (typeof value === 'string' && value.length > COMPARED_PER_WORK) meter.work(value.length / COMPARED_PER_WORK);
}

/** Number of characters (code points). */
export const characters = (text: string): number => (isPlain(text) ? text.length : text.length - pairs(text));

/** Pairs of surrogates. A loop over the characters would make a text of each. */
function pairs(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length - 1; at++)
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      count++;
      at++;
    }
  return count;
}

/** Work of a text whose characters must be counted. */
const COUNTED = 40;

/** What `size(x)` gives; 1 for values without a size. */
export function sizeOf(value: unknown, meter: Meter): number {
  if (typeof value === 'string') {
    meter.work(value.length / 8);
    if (isPlain(value)) return value.length;
    meter.work(COUNTED + value.length / 2);
    return value.length - pairs(value);
  }
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof Uint8Array) return value.length;
  const items = itemsOf(value);
  if (items) return items.length;
  if (isMap(value)) return value.size;
  return value instanceof Optional && value.value !== undefined ? sizeOf(value.value, meter) : 1;
}

/** A value of an expression, or the failure to get one. */
export type CelValue =
  | null
  | boolean
  | string
  | bigint
  | number
  | Uint
  | Uint8Array
  | Timestamp
  | Duration
  | Optional
  | TypeValue
  | OpaqueValue
  | MergingList
  | LazyMap
  | readonly unknown[]
  | ReadonlyMap<unknown, unknown>
  | Fault;
