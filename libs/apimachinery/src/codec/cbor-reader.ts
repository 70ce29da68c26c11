import { isUtf8 } from 'node:buffer';
import { quotedText } from '../field/quoted-text.js';
import { setOwn, type PlainObject } from '../schema/plain-object.js';
import { ApiError } from '../status/api-error.js';
import { parseTimeMs } from '../time/time.js';
import { BREAK, cborError, INFO, MAJOR, MAJOR_NAMES, TAG, truncated, unaccepted } from './cbor-head.js';
import { epochTimeText } from './cbor-time.js';
import { tooManyFields, type CodecLimits } from './limits.js';

/** Limits of kube-apiserver: arrays, maps and tags in each other; items of one array; pairs of one map. */
const MAX_DEPTH = 64;
const MAX_ELEMENTS = 1_024;
/** Values per step: at most 5 ms of CPU time, except for strings of megabytes. */
const STEP_VALUES = 4_000;
/** Characters of a key that a message quotes. */
const SHOWN_KEY = 256;
const TWO_TO_32 = 2 ** 32;
const SIGN_BIT = 0x8000_0000;

/** Text encoding of the byte strings inside a tag 21, 22 or 23. */
type TextEncoding = 'base64url' | 'base64' | 'hex';

const EXPECTED_ENCODINGS: ReadonlyMap<number, TextEncoding> = new Map([
  [TAG.base64Url, 'base64url'],
  [TAG.base64, 'base64'],
  [TAG.base16, 'hex'],
]);

/**
 * Reads one CBOR document (RFC 8949) as JSON values, with the rules of kube-apiserver: byte strings are texts, or their base64 (base16) form
 * inside of a tag 22 or 21 (23); tagged times are texts; other tags are ignored; lengths may be indefinite. Repeated keys, keys
 * that are not strings, texts that are not UTF-8, infinite numbers, big numbers, and simple values other than true, false and null are errors.
 */
export class CborReader {
  private at = 0;
  private values = 0;
  private fields = 0;
  private items = 0;
  /** Of the last head. `high` and `low` are the halves of its argument. */
  private major = 0;
  private info = 0;
  private high = 0;
  private low = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly limits: CodecLimits,
  ) {}

  /** The document, in steps; the caller yields to the event loop between them. @throws ApiError BadRequest. */
  *document(): Generator<undefined, unknown> {
    if (this.bytes.length === 0) throw ApiError.badRequest('EOF');
    const value = yield* this.item(0, undefined);
    const rest = this.bytes.length - this.at;
    if (rest > 0) throw cborError(`${rest} bytes of extraneous data starting at index ${this.at}`);
    return value;
  }

  /** @param depth number of containers around the item. */
  private *item(depth: number, encoding: TextEncoding | undefined): Generator<undefined, unknown> {
    if (++this.values % STEP_VALUES === 0) yield;
    this.head();
    switch (this.major) {
      case MAJOR.array:
        return yield* this.array(deeper(depth), encoding);
      case MAJOR.map:
        return yield* this.map(deeper(depth), encoding);
      case MAJOR.tag:
        return yield* this.tagged(depth, encoding);
      default:
        return this.scalar(encoding);
    }
  }

  private *array(depth: number, encoding: TextEncoding | undefined): Generator<undefined, unknown[]> {
    const length = this.count('elements', 'array');
    const array: unknown[] = [];
    while (length === undefined ? !this.isBreak() : array.length < length) {
      if (array.length === MAX_ELEMENTS) throw tooManyElements('elements', 'array');
      this.countItem();
      array.push(this.isContainer() ? yield* this.item(depth, encoding) : this.nextScalar(encoding));
    }
    return array;
  }

  private *map(depth: number, encoding: TextEncoding | undefined): Generator<undefined, PlainObject> {
    const length = this.count('key-value pairs', 'map');
    const map: PlainObject = {};
    for (let index = 0; length === undefined ? !this.isBreak() : index < length; index++) {
      if (index === MAX_ELEMENTS) throw tooManyElements('key-value pairs', 'map');
      if (++this.fields > this.limits.maxFields) throw tooManyFields(this.limits);
      const { at } = this;
      const key = this.isContainer() ? yield* this.item(depth, encoding) : this.nextScalar(encoding);
      if (typeof key !== 'string') throw notAKey(this.bytes[at]! >> 5);
      if (Object.hasOwn(map, key))
        throw cborError(`found duplicate map key ${quotedText(key.slice(0, SHOWN_KEY))} at map element index ${index}`);
      setOwn(map, key, this.isContainer() ? yield* this.item(depth, encoding) : this.nextScalar(encoding));
    }
    return map;
  }

  /** The content of a tag, whose head was read. */
  private *tagged(depth: number, encoding: TextEncoding | undefined): Generator<undefined, unknown> {
    const tag = this.high * TWO_TO_32 + this.low;
    if (this.at === this.bytes.length) throw truncated();
    if (tag === TAG.positiveBignum || tag === TAG.negativeBignum) throw unaccepted(MAJOR.tag, 'bignum');
    const major = this.bytes[this.at]! >> 5;
    if (tag === TAG.timeText) return this.taggedTime(major);
    if (tag === TAG.epochTime) return this.epochTime(major);
    // A tag inside of a tag is one level deeper.
    return yield* this.item(major === MAJOR.tag ? deeper(depth) : depth, EXPECTED_ENCODINGS.get(tag) ?? encoding);
  }

  private taggedTime(major: number): unknown {
    if (major !== MAJOR.text) throw wrongContent(TAG.timeText, 'text string', major);
    const text = this.nextScalar(undefined) as string;
    if (parseTimeMs(text) === undefined)
      throw cborError('cannot set a text that is not an RFC 3339 timestamp for time.Time');
    return text;
  }

  private epochTime(major: number): string {
    const expected = 'integer or floating-point number';
    if (major !== MAJOR.positive && major !== MAJOR.negative && major !== MAJOR.simple)
      throw wrongContent(TAG.epochTime, expected, major);
    const seconds = this.nextScalar(undefined);
    if (typeof seconds !== 'number') throw wrongContent(TAG.epochTime, expected, major);
    const text = epochTimeText(seconds);
    if (text === undefined) throw cborError('decoded time cannot be represented in RFC3339 format');
    return text;
  }

  private nextScalar(encoding: TextEncoding | undefined): unknown {
    this.values++;
    this.head();
    return this.scalar(encoding);
  }

  private scalar(encoding: TextEncoding | undefined): unknown {
    switch (this.major) {
      case MAJOR.positive:
        if (this.high >= SIGN_BIT) throw overflow(this.major, this.exact());
        return this.high * TWO_TO_32 + this.low;
      case MAJOR.negative:
        if (this.high >= SIGN_BIT) throw overflow(this.major, -1n - this.exact());
        return -1 - (this.high * TWO_TO_32 + this.low);
      case MAJOR.bytes:
        return this.string(MAJOR.bytes).toString(encoding ?? 'utf8');
      case MAJOR.text:
        return this.string(MAJOR.text).toString('utf8');
      default:
        return this.primitive();
    }
  }

  private string(major: number): Buffer {
    if (this.info !== INFO.indefinite) return this.chunk(major);
    const chunks: Buffer[] = [];
    while (!this.isBreak()) {
      if (this.at === this.bytes.length) throw truncated();
      this.countItem();
      const next = this.bytes[this.at]!;
      if (next >> 5 !== major)
        throw cborError(`wrong element type ${MAJOR_NAMES[next >> 5]} for indefinite-length ${MAJOR_NAMES[major]}`);
      this.head();
      if (this.info === INFO.indefinite)
        throw cborError(`indefinite-length ${MAJOR_NAMES[major]} chunk is not definite-length`);
      chunks.push(this.chunk(major));
    }
    return Buffer.concat(chunks);
  }

  /** A string of definite length, whose head was read. */
  private chunk(major: number): Buffer {
    if (this.high >= SIGN_BIT)
      throw cborError(`${MAJOR_NAMES[major]} length ${this.exact()} is too large, causing integer overflow`);
    const length = this.high * TWO_TO_32 + this.low;
    if (length > this.bytes.length - this.at) throw truncated();
    const chunk = this.bytes.subarray(this.at, (this.at += length));
    if (major === MAJOR.text && !isUtf8(chunk)) throw cborError('invalid UTF-8 string');
    return chunk;
  }

  private primitive(): unknown {
    switch (this.info) {
      case 20:
        return false;
      case 21:
        return true;
      case 22:
        return null;
      case INFO.oneByte:
        if (this.low < 32) throw cborError(`invalid simple value ${this.low} for type primitives`);
        throw unknownSimple(this.low);
      case INFO.twoBytes:
        return finite(halfFloat(this.low));
      case INFO.fourBytes:
        return finite(this.bytes.readFloatBE(this.at - 4));
      case INFO.eightBytes:
        return finite(this.bytes.readDoubleBE(this.at - 8));
      default:
        throw unknownSimple(this.info);
    }
  }

  /** Reads the initial byte and the argument of the next item. */
  private head(): void {
    const { bytes } = this;
    if (this.at === bytes.length) throw truncated();
    const initial = bytes[this.at++]!;
    this.major = initial >> 5;
    this.info = initial & 0x1f;
    this.high = 0;
    this.low = this.info;
    if (this.info < INFO.oneByte) return;
    if (this.info > INFO.eightBytes) return this.checkIndefinite();
    const size = 1 << (this.info - INFO.oneByte);
    if (bytes.length - this.at < size) throw truncated();
    this.at += size;
    this.high = size === 8 ? bytes.readUInt32BE(this.at - 8) : 0;
    this.low = bytes.readUIntBE(this.at - Math.min(size, 4), Math.min(size, 4));
  }

  /** Only strings and containers have no length; the other values are reserved. */
  private checkIndefinite(): void {
    const { major, info } = this;
    if (info === INFO.indefinite && major === MAJOR.simple) throw cborError('unexpected "break" code');
    if (info === INFO.indefinite && major >= MAJOR.bytes && major <= MAJOR.map) return;
    throw cborError(`invalid additional information ${info} for type ${MAJOR_NAMES[major]}`);
  }

  /** The length of a container; undefined for an indefinite one. */
  private count(of: string, type: string): number | undefined {
    if (this.info === INFO.indefinite) return undefined;
    if (this.high >= SIGN_BIT)
      throw cborError(`${type} length ${this.exact()} is too large, it would cause integer overflow`);
    if (this.high > 0 || this.low > MAX_ELEMENTS) throw tooManyElements(of, type);
    return this.low;
  }

  private countItem(): void {
    if (++this.items > this.limits.maxFields) throw tooManyFields(this.limits);
  }

  /** Whether the next item is read by a generator. */
  private isContainer(): boolean {
    const major = this.bytes[this.at]! >> 5; // after the last byte: 0, and reading the head fails
    return (major >= MAJOR.array && major <= MAJOR.tag) || (this.values + 1) % STEP_VALUES === 0;
  }

  /** Whether an item of indefinite length ends here; skips its last byte. */
  private isBreak(): boolean {
    if (this.bytes[this.at] !== BREAK) return false;
    this.at++;
    return true;
  }

  private exact(): bigint {
    return (BigInt(this.high) << 32n) + BigInt(this.low);
  }
}

function deeper(depth: number): number {
  if (depth === MAX_DEPTH) throw cborError(`exceeded max nested level ${MAX_DEPTH}`);
  return depth + 1;
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw unaccepted(MAJOR.simple, `floating-point ${Number.isNaN(value) ? 'NaN' : 'infinity'}`);
}

/** A number of sixteen bits (RFC 8949, appendix D). */
function halfFloat(bits: number): number {
  const exponent = (bits >> 10) & 0x1f;
  const mantissa = bits & 0x3ff;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 0) return sign * mantissa * 2 ** -24;
  if (exponent === 31) return mantissa === 0 ? sign * Infinity : NaN;
  return sign * (mantissa + 1024) * 2 ** (exponent - 25);
}

const unknownSimple = (value: number): ApiError => unaccepted(MAJOR.simple, `simple value ${value} is not recognized`);

const tooManyElements = (of: string, type: string): ApiError =>
  cborError(`exceeded max number of ${of} ${MAX_ELEMENTS} for CBOR ${type}`);

const overflow = (major: number, value: bigint): ApiError =>
  cborError(`cannot unmarshal ${MAJOR_NAMES[major]} into Go value of type int64 (${value} overflows Go's int64)`);

const notAKey = (major: number): ApiError =>
  cborError(`cannot unmarshal ${MAJOR_NAMES[major]} into Go value of type string`);

const wrongContent = (tag: number, expected: string, major: number): ApiError =>
  cborError(`tag number ${tag} must be followed by ${expected}, got ${MAJOR_NAMES[major]}`);
