import { isUtf8 } from 'node:buffer';
import {
  ApiError,
  countMembers,
  decodeJson,
  DEFAULT_CODEC_LIMITS,
  isDeeperThan,
  type CodecLimits,
} from '@orch/apimachinery';
import { FIXED32, FIXED64, LENGTH_DELIMITED, VARINT } from './wire-type.js';

const TWO_32 = 4_294_967_296;
/** Replacement character of a decoder for invalid UTF-8; rarely part of a valid text. */
const REPLACEMENT = '\ufffd';

/**
 * Reads untrusted messages: no length exceeds the enclosing message, and depth and number of fields have the limits of JSON
 * bodies. All methods throw ApiError BadRequest, with the offset, on malformed bytes.
 */
export class ProtobufReader {
  private readonly bytes: Buffer;
  private position = 0;
  /** End of the current message. */
  private limit: number;
  private depth = 0;
  private fields = 0;
  /** The 64 bits of the last varint. */
  private low = 0;
  private high = 0;

  constructor(
    bytes: Uint8Array,
    private readonly limits: CodecLimits = DEFAULT_CODEC_LIMITS,
  ) {
    this.bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.limit = bytes.length;
  }

  /** Whether the message has more fields. */
  get more(): boolean {
    return this.position < this.limit;
  }

  /** Enters the nested message at this position; pass the result to `leave`. */
  enter(): number {
    if (++this.depth > this.limits.maxDepth) throw this.tooDeep();
    const outer = this.limit;
    this.limit = this.lengthEnd();
    return outer;
  }

  leave(outer: number): void {
    this.depth--;
    this.limit = outer;
  }

  /** The tag of the next field: its number times eight and its wire type. */
  tag(): number {
    this.countField();
    const start = this.position;
    this.varint();
    const tag = this.low;
    if (this.high !== 0 || tag < 8) throw this.broken('a field number is wrong', start);
    return tag;
  }

  /** Counts values without a tag as fields: items of packed lists. */
  countField(): void {
    this.countFields(1);
  }

  /** An integer that a double represents exactly; a larger one would change when stored. */
  integer(): number {
    const start = this.position;
    this.varint();
    if (this.high === 0) return this.low;
    const value = (this.high | 0) * TWO_32 + this.low;
    if (!Number.isSafeInteger(value)) throw this.broken('a number is beyond 2^53 - 1', start);
    return value;
  }

  bool(): boolean {
    this.varint();
    return this.low !== 0 || this.high !== 0;
  }

  double(): number {
    const start = this.advance(8);
    const value = this.bytes.readDoubleLE(start);
    if (!Number.isFinite(value)) throw this.broken('a number is not finite', start);
    return value;
  }

  string(): string {
    const end = this.lengthEnd();
    const start = this.position;
    const text = this.bytes.toString('utf8', start, end);
    if (text.includes(REPLACEMENT) && !isUtf8(this.bytes.subarray(start, end))) {
      throw this.broken('a text is not valid UTF-8', start);
    }
    this.position = end;
    return text;
  }

  /** A view into the body. */
  view(): Buffer {
    const end = this.lengthEnd();
    const view = this.bytes.subarray(this.position, end);
    this.position = end;
    return view;
  }

  /**
   * Decodes JSON that the body contains: its levels, and its members or items, count as those of the body.
   * @param json a view into the body.
   */
  json(json: Buffer): unknown {
    this.countFields(countMembers(json));
    if (isDeeperThan(json, this.limits.maxDepth - this.depth)) throw this.tooDeep();
    return decodeJson(json, this.limits).value;
  }

  /** Skips an unknown field. */
  skip(tag: number): void {
    switch (tag & 7) {
      case VARINT:
        return this.varint();
      case FIXED64:
        return void this.advance(8);
      case LENGTH_DELIMITED:
        this.position = this.lengthEnd();
        return;
      case FIXED32:
        return void this.advance(4);
      default:
        throw this.broken(`wire type ${tag & 7} of field ${tag >>> 3} is not read`);
    }
  }

  /** @throws ApiError always: a known field has another wire type. */
  wrongType(tag: number, name: string): never {
    throw this.broken(`field ${tag >>> 3} (${name}) has wire type ${tag & 7}`);
  }

  broken(what: string, at = this.position): ApiError {
    return ApiError.badRequest(`the body of the request is broken protobuf: ${what} (at offset ${at})`);
  }

  private countFields(count: number): void {
    this.fields += count;
    const { maxFields } = this.limits;
    if (this.fields > maxFields)
      throw ApiError.badRequest(`the body has too many fields: at most ${maxFields} are read`);
  }

  private tooDeep(): ApiError {
    return ApiError.badRequest(`the body is nested too deeply: at most ${this.limits.maxDepth} levels are read`);
  }

  /** Reads a length and returns the end of the value. */
  private lengthEnd(): number {
    const start = this.position;
    this.varint();
    const end = this.position + this.low;
    if (this.high !== 0 || end > this.limit) throw this.broken('a length leads beyond the end', start);
    return end;
  }

  private advance(bytes: number): number {
    const start = this.position;
    if (start + bytes > this.limit) throw this.broken('it ends too early');
    this.position = start + bytes;
    return start;
  }

  private varint(): void {
    const { bytes, limit } = this;
    let low = 0;
    let high = 0;
    for (let shift = 0; ; shift += 7) {
      if (this.position >= limit) throw this.broken('it ends too early');
      const byte = bytes[this.position++]!;
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high = bits >>> 4;
      } else if (shift < 63) high |= bits << (shift - 32);
      else if (byte > 1) throw this.broken('a number is longer than 64 bits');
      else high |= byte << 31;
      if (byte < 0x80) break;
    }
    this.low = low >>> 0;
    this.high = high >>> 0;
  }
}
