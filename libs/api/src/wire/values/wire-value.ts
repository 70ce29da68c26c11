import type { JsonOutline, Place } from '../json-outline.js';
import type { ProtobufReader } from '../protobuf-reader.js';
import type { ProtobufWriter } from '../protobuf-writer.js';
import type { WireType } from '../wire-type.js';

/** How values of one type stand on the wire, after their tag, and in JSON. */
export interface WireValue {
  readonly wireType: WireType;
  /** What Go-like clients leave out of JSON where the field is optional; undefined for messages and bytes. */
  readonly zero: string | number | boolean | undefined;
  /** Whether an absent field that is no pointer is written all the same. */
  readonly writtenWhenAbsent: boolean;
  /** What a map entry without a value means. */
  blank(): unknown;
  /** Writes a value with its length, where it has one. Absent (nowhere or null) is written as zero. */
  write(writer: ProtobufWriter, json: JsonOutline, at: Place): void;
  /** @param standing what the field has so far: messages that come in parts are merged. @returns undefined for "no value". */
  read(reader: ProtobufReader, standing: unknown): unknown;
}
