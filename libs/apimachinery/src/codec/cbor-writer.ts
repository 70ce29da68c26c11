import { compareBytes, inByteOrder } from '../schema/byte-order.js';
import { INFO, MAJOR, SELF_DESCRIBED, TAG } from './cbor-head.js';
import { sortInSteps } from './sort-in-steps.js';

const FIRST_BYTES = 4_096;
/** Initial byte and argument. */
const MAX_HEAD_BYTES = 9;
/** Maximum UTF-8 bytes of a UTF-16 unit. */
const BYTES_PER_UNIT = 3;
/** Integers from here on do not fit into eight bytes. */
const INTEGER_END = 2 ** 63;
const TWO_TO_32 = 2 ** 32;
const VALUES_PER_STEP = 2_000;
/** Maps of more keys are ordered in steps. */
const KEYS_PER_STEP = 512;
const FALSE = 0xf4;
const TRUE = 0xf5;
const NULL = 0xf6;

/**
 * Writes JSON values as CBOR with the core deterministic encoding of RFC 8949, section 4.2: shortest heads and numbers, keys in the order
 * of their bytes. As kube-apiserver does, it writes texts as byte strings, and bytes with tag 22.
 */
export class CborWriter {
  private buffer = Buffer.allocUnsafe(FIRST_BYTES);
  private used = 0;
  private sinceStep = 0;

  /** Bytes since the last `take`. */
  get length(): number {
    return this.used;
  }

  /** The tag that begins a document. */
  selfDescribed(): void {
    this.reserve(SELF_DESCRIBED.length);
    this.used += SELF_DESCRIBED.copy(this.buffer, this.used);
  }

  /** Begins a map: keys and values follow in turn, keys as `inCborOrder` has them. */
  mapHead(pairs: number): void {
    this.head(MAJOR.map, pairs);
  }

  arrayHead(items: number): void {
    this.head(MAJOR.array, items);
  }

  text(text: string): void {
    const length = Buffer.byteLength(text);
    this.head(MAJOR.bytes, length);
    this.reserve(text.length * BYTES_PER_UNIT);
    this.used += this.buffer.write(text, this.used, 'utf8');
  }

  /** A JSON value; a Uint8Array is bytes. Omits undefined members. */
  value(value: unknown): void {
    switch (typeof value) {
      case 'string':
        return this.text(value);
      case 'number':
        return this.number(value);
      case 'boolean':
        return this.byte(value ? TRUE : FALSE);
      case 'object':
        return this.object(value);
      default:
        throw new TypeError(`a ${typeof value} has no CBOR form`);
    }
  }

  /** As `value`, of a large value: a step writes some thousand values. */
  *steps(value: unknown): Generator<undefined, void> {
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) {
      this.value(value);
    } else if (Array.isArray(value)) {
      this.arrayHead(value.length);
      for (const item of value) yield* this.steps(item);
    } else {
      const members = value as Readonly<Record<string, unknown>>;
      const keys = yield* presentKeysInSteps(members);
      this.mapHead(keys.length);
      for (const key of keys) {
        this.text(key);
        yield* this.steps(members[key]);
      }
    }
    // Empty maps and lists count too: managed fields consist of them.
    if (++this.sinceStep < VALUES_PER_STEP) return;
    this.sinceStep = 0;
    yield;
  }

  /** The bytes written so far, as a piece that is not modified afterwards. */
  take(): Buffer {
    const piece = this.buffer.subarray(0, this.used);
    this.buffer = Buffer.allocUnsafe(FIRST_BYTES);
    this.used = 0;
    return piece;
  }

  private object(value: object | null): void {
    if (value === null) return this.byte(NULL);
    if (value instanceof Uint8Array) return this.bytes(value);
    if (Array.isArray(value)) {
      this.arrayHead(value.length);
      for (const item of value) this.value(item);
      return;
    }
    const members = value as Readonly<Record<string, unknown>>;
    const keys = presentKeys(members);
    this.mapHead(keys.length);
    for (const key of keys) {
      this.text(key);
      this.value(members[key]);
    }
  }

  private bytes(bytes: Uint8Array): void {
    this.head(MAJOR.tag, TAG.base64);
    this.head(MAJOR.bytes, bytes.length);
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.used);
    this.used += bytes.length;
  }

  private number(value: number): void {
    if (!Number.isInteger(value) || value >= INTEGER_END || value < -INTEGER_END) return this.float(value);
    if (value >= 0) this.head(MAJOR.positive, value);
    else if (Number.isSafeInteger(value)) this.head(MAJOR.negative, -1 - value);
    else this.longHead(MAJOR.negative, -1n - BigInt(value));
  }

  /** The shortest form that keeps the value. @throws TypeError for what JSON cannot express. */
  private float(value: number): void {
    if (!Number.isFinite(value)) throw new TypeError(`${value} has no CBOR form here`);
    this.reserve(MAX_HEAD_BYTES);
    const half = halfFloatBits(value);
    if (half !== undefined) {
      this.buffer[this.used++] = (MAJOR.simple << 5) | INFO.twoBytes;
      this.used = this.buffer.writeUInt16BE(half, this.used);
    } else if (Math.fround(value) === value) {
      this.buffer[this.used++] = (MAJOR.simple << 5) | INFO.fourBytes;
      this.used = this.buffer.writeFloatBE(value, this.used);
    } else {
      this.buffer[this.used++] = (MAJOR.simple << 5) | INFO.eightBytes;
      this.used = this.buffer.writeDoubleBE(value, this.used);
    }
  }

  private head(major: number, argument: number): void {
    this.reserve(MAX_HEAD_BYTES);
    const type = major << 5;
    if (argument < INFO.oneByte) this.buffer[this.used++] = type | argument;
    else if (argument < 0x100) {
      this.buffer[this.used++] = type | INFO.oneByte;
      this.buffer[this.used++] = argument;
    } else if (argument < 0x1_0000) {
      this.buffer[this.used++] = type | INFO.twoBytes;
      this.used = this.buffer.writeUInt16BE(argument, this.used);
    } else if (argument < TWO_TO_32) {
      this.buffer[this.used++] = type | INFO.fourBytes;
      this.used = this.buffer.writeUInt32BE(argument, this.used);
    } else this.longHead(major, BigInt(argument));
  }

  private longHead(major: number, argument: bigint): void {
    this.reserve(MAX_HEAD_BYTES);
    this.buffer[this.used++] = (major << 5) | INFO.eightBytes;
    this.used = this.buffer.writeBigUInt64BE(argument, this.used);
  }

  private byte(byte: number): void {
    this.reserve(1);
    this.buffer[this.used++] = byte;
  }

  private reserve(bytes: number): void {
    if (this.used + bytes <= this.buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.used + bytes));
    this.buffer.copy(grown, 0, 0, this.used);
    this.buffer = grown;
  }
}

/** Keys of the members that are written. */
const presentKeys = (members: Readonly<Record<string, unknown>>): string[] =>
  inCborOrder(Object.keys(members).filter((key) => members[key] !== undefined));

/** As `presentKeys`; a step orders some hundred. */
function* presentKeysInSteps(members: Readonly<Record<string, unknown>>): Generator<undefined, string[]> {
  const names = Object.keys(members);
  if (names.length < KEYS_PER_STEP) return presentKeys(members);
  const present: string[] = [];
  const byLength = new Map<number, string[]>();
  for (let at = 0; at < names.length; at += KEYS_PER_STEP) {
    groupByLength(
      names.slice(at, at + KEYS_PER_STEP).filter((key) => members[key] !== undefined),
      byLength,
    );
    yield;
  }
  for (const length of [...byLength.keys()].sort((a, b) => a - b))
    for (const key of yield* sortInSteps(byLength.get(length)!, compareBytes)) present.push(key);
  return present;
}

/**
 * Keys in the order of their encoded bytes: shorter ones first. Takes linear time when those of each length are in byte order, as stored
 * objects have them.
 */
export function inCborOrder(keys: readonly string[]): string[] {
  const byLength = new Map<number, string[]>();
  groupByLength(keys, byLength);
  const lengths = [...byLength.keys()].sort((a, b) => a - b);
  return lengths.flatMap((length) => inByteOrder(byLength.get(length)!));
}

/** Adds keys to those of the same number of bytes. */
function groupByLength(keys: readonly string[], byLength: Map<number, string[]>): void {
  for (const key of keys) {
    const length = Buffer.byteLength(key);
    const same = byLength.get(length);
    if (same) same.push(key);
    else byLength.set(length, [key]);
  }
}

/** The value in sixteen bits; undefined where it does not fit. */
function halfFloatBits(value: number): number | undefined {
  const size = Math.abs(value);
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  if (size === 0) return sign;
  const exponent = Math.max(Math.floor(Math.log2(size)), -14);
  const mantissa = size / 2 ** (exponent - 10);
  if (exponent > 15 || !Number.isInteger(mantissa)) return undefined;
  return sign | (mantissa < 1024 ? mantissa : ((exponent + 15) << 10) | (mantissa - 1024));
}
