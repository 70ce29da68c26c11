import { compareBytes } from '@orch/apimachinery';
import type { ProtobufWriter } from './protobuf-writer.js';

/** A value in an outline. */
export type Place = number;
/** No value: an absent member, or null. */
export const NOWHERE: Place = -1;

/** A member name for lookups: a field name, so not empty and without escapes. */
export interface MemberName {
  readonly bytes: Buffer;
  /** Hash: differs from that of nearly all other names. */
  readonly sign: number;
}

// Numbers of one value.
const START = 0;
const END = 1;
const KEY = 2;
const SIGN = 3;
/** The member or item before it. */
const BEFORE = 4;
/** Its last member or item. While it is open: its parent. */
const LAST = 5;
const NUMBERS = 6;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const N_OF_NULL = 0x6e;
const T_OF_TRUE = 0x74;
/** Longer texts use the native search, whose call overhead exceeds its benefit on short ones. */
const SHORT_TEXT = 64;

/**
 * HOT PATH (bench: representations): offsets of all values of a JSON text, found in one pass over its bytes without allocating
 * the values. Members and items are iterated last first, as `ProtobufWriter` requires. The text must be output of
 * `JSON.stringify`: without whitespace between values or duplicate names.
 */
export class JsonOutline {
  private bytes: Buffer = Buffer.alloc(0);
  private numbers = new Int32Array(128 * NUMBERS);

  /**
   * Scans a text; discards the previous one.
   * @returns the place of the root value.
   * @throws TypeError for a truncated text.
   */
  read(bytes: Buffer): Place {
    this.bytes = bytes;
    let next = 0;
    let open = NOWHERE;
    let last = NOWHERE;
    let key = 0;
    let sign = 0;
    for (let at = 0; at < bytes.length;) {
      const start = at;
      const byte = bytes[at]!;
      if (byte === COMMA) {
        at++;
        continue;
      }
      if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        const outer = this.numbers[open + LAST]!;
        this.numbers[open + END] = ++at;
        this.numbers[open + LAST] = last;
        last = open;
        open = outer;
        continue;
      }
      const opens = byte === OPEN_BRACE || byte === OPEN_BRACKET;
      if (opens) at++;
      else if (byte === QUOTE) {
        at = textEnd(bytes, at);
        if (bytes[at] === COLON) {
          key = start + 1;
          sign = signOf(bytes, key, at - 1);
          at++;
          continue;
        }
      } else at = literalEnd(bytes, at);
      if (next === this.numbers.length) this.grow();
      const { numbers } = this;
      numbers[next + START] = start;
      numbers[next + END] = at;
      numbers[next + KEY] = key;
      numbers[next + SIGN] = sign;
      numbers[next + BEFORE] = last;
      numbers[next + LAST] = opens ? open : NOWHERE;
      last = opens ? NOWHERE : next;
      if (opens) open = next;
      next += NUMBERS;
    }
    if (open !== NOWHERE || next === 0) throw unended();
    return 0;
  }

  /** Its last member or item. */
  last(of: Place): Place {
    return of === NOWHERE ? NOWHERE : this.numbers[of + LAST]!;
  }

  /** The member or item before one. */
  before(at: Place): Place {
    return this.numbers[at + BEFORE]!;
  }

  /** A member by its name. */
  member(of: Place, name: MemberName): Place {
    const { numbers } = this;
    for (let at = this.last(of); at !== NOWHERE; at = numbers[at + BEFORE]!) {
      if (numbers[at + SIGN] === name.sign && this.isNamed(at, name.bytes)) return this.isNull(at) ? NOWHERE : at;
    }
    return NOWHERE;
  }

  isNull(at: Place): boolean {
    return at === NOWHERE || this.firstByte(at) === N_OF_NULL;
  }

  isTrue(at: Place): boolean {
    return at !== NOWHERE && this.firstByte(at) === T_OF_TRUE;
  }

  isText(at: Place): boolean {
    return at !== NOWHERE && this.firstByte(at) === QUOTE;
  }

  isList(at: Place): boolean {
    return at !== NOWHERE && this.firstByte(at) === OPEN_BRACKET;
  }

  isObject(at: Place): boolean {
    return at !== NOWHERE && this.firstByte(at) === OPEN_BRACE;
  }

  /** Compares the names of two members by their bytes. */
  compareKeys(a: Place, b: Place): number {
    const { bytes, numbers } = this;
    const aKey = numbers[a + KEY]!;
    const bKey = numbers[b + KEY]!;
    const length = Math.min(this.keyEnd(a) - aKey, this.keyEnd(b) - bKey);
    for (let i = 0; i < length; i++) {
      const aByte = bytes[aKey + i]!;
      const bByte = bytes[bKey + i]!;
      if (aByte === BACKSLASH || bByte === BACKSLASH) break;
      if (aByte !== bByte) return aByte - bByte;
    }
    return compareBytes(this.key(a), this.key(b));
  }

  /** Of a text. */
  text(at: Place): string {
    return this.decoded(this.numbers[at + START]! + 1, this.numbers[at + END]! - 1);
  }

  /** Of a number; 0 for null. */
  number(at: Place): number {
    return this.isNull(at)
      ? 0
      : Number(this.bytes.toString('latin1', this.numbers[at + START], this.numbers[at + END]));
  }

  /** Writes the name of a member, and its length. */
  writeKey(writer: ProtobufWriter, at: Place): void {
    this.writeDecoded(writer, this.numbers[at + KEY]!, this.keyEnd(at));
  }

  /** Writes a text and its length; an empty one for null. */
  writeText(writer: ProtobufWriter, at: Place): void {
    if (this.isNull(at)) writer.varint(0);
    else this.writeDecoded(writer, this.numbers[at + START]! + 1, this.numbers[at + END]! - 1);
  }

  /** Writes any value as JSON, and its length. */
  writeJson(writer: ProtobufWriter, at: Place): void {
    const start = this.numbers[at + START]!;
    const end = this.numbers[at + END]!;
    writer.part(this.bytes, start, end);
    writer.varint(end - start);
  }

  private key(at: Place): string {
    return this.decoded(this.numbers[at + KEY]!, this.keyEnd(at));
  }

  private writeDecoded(writer: ProtobufWriter, start: number, end: number): void {
    if (this.isEscaped(start, end)) return writer.string(this.decoded(start, end));
    writer.part(this.bytes, start, end);
    writer.varint(end - start);
  }

  private decoded(start: number, end: number): string {
    return this.isEscaped(start, end)
      ? (JSON.parse(this.bytes.toString('utf8', start - 1, end + 1)) as string)
      : this.bytes.toString('utf8', start, end);
  }

  private isEscaped(start: number, end: number): boolean {
    const { bytes } = this;
    if (end - start > SHORT_TEXT) return bytes.subarray(start, end).includes(BACKSLASH);
    for (let at = start; at < end; at++) if (bytes[at] === BACKSLASH) return true;
    return false;
  }

  private firstByte(at: Place): number {
    return this.bytes[this.numbers[at + START]!]!;
  }

  private isNamed(at: Place, name: Buffer): boolean {
    const key = this.numbers[at + KEY]!;
    if (this.keyEnd(at) - key !== name.length) return false;
    for (let i = 0; i < name.length; i++) if (this.bytes[key + i] !== name[i]) return false;
    return true;
  }

  /** A quote and a colon separate name and value. */
  private keyEnd(at: Place): number {
    return this.numbers[at + START]! - 2;
  }

  private grow(): void {
    const grown = new Int32Array(this.numbers.length * 2);
    grown.set(this.numbers);
    this.numbers = grown;
  }
}

/** The name of a field. */
export function memberName(name: string): MemberName {
  const bytes = Buffer.from(name);
  return { bytes, sign: signOf(bytes, 0, bytes.length) };
}

const signOf = (bytes: Buffer, start: number, end: number): number =>
  ((end - start) << 16) | (bytes[start]! << 8) | bytes[end - 1]!;

/** Offset after the closing quote of the text that begins at `start`. */
function textEnd(bytes: Buffer, start: number): number {
  let at = start + 1;
  for (;;) {
    for (const near = at + SHORT_TEXT; at < near; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) return at + 1;
      if (byte === BACKSLASH) at++;
    }
    at = bytes.indexOf(QUOTE, at);
    if (at < 0) throw unended();
    let escapes = 0;
    while (bytes[at - 1 - escapes] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at + 1;
    at++;
  }
}

const unended = (): TypeError => new TypeError('JSON that does not end');

function literalEnd(bytes: Buffer, start: number): number {
  let at = start;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) break;
  }
  return at;
}
