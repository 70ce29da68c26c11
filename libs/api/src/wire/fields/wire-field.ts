import type { JsonOutline, Place } from '../json-outline.js';
import type { ProtobufReader } from '../protobuf-reader.js';
import type { ProtobufWriter } from '../protobuf-writer.js';

/** JSON data with named members. */
export type Members = Record<string, unknown>;

/** Wire encoding of one field of a struct. */
export interface WireField {
  readonly number: number;
  /** Writes the field of the struct at `of` with its tag, or nothing. */
  write(writer: ProtobufWriter, json: JsonOutline, of: Place): void;
  /** Reads the value after `tag` into `target`. */
  read(reader: ProtobufReader, tag: number, target: Members): void;
}
