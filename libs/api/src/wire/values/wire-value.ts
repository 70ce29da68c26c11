import type { JsonOutline, Place } from '../json-outline.js';
import type { ProtobufReader } from '../protobuf-reader.js';
import type { ProtobufWriter } from '../protobuf-writer.js';
import type { WireType } from '../wire-type.js';

/** Encoding of values of one type: on the wire after their tag, and in JSON. */
export interface WireValue {
  readonly wireType: WireType;
  /** Value that typed clients omit from JSON for optional fields; undefined for messages and bytes. */
  readonly zero: string | number | boolean | undefined;
  /** Whether an absent field without pointer is written. */
  readonly writtenWhenAbsent: boolean;
  /** Value of a map entry without one. */
  blank(): unknown;
  /** Writes a value, with its length if it has one. An absent one (missing or null) is written as zero. */
  write(writer: ProtobufWriter, json: JsonOutline, at: Place): void;
  /** @param current value so far: repeated messages are merged. @returns undefined for "no value". */
  read(reader: ProtobufReader, current: unknown): unknown;
}
