import type { ProtobufReader } from '../protobuf-reader.js';
import type { ProtobufWriter } from '../protobuf-writer.js';

/** JSON data with named members. */
export type Members = Record<string, unknown>;

/** How one field of a struct goes to the wire and comes back. */
export interface WireField {
  readonly number: number;
  /** Writes the field of `source` with its tag, or nothing. */
  write(writer: ProtobufWriter, source: Members): void;
  /** Reads what stands after `tag` into `target`. */
  read(reader: ProtobufReader, tag: number, target: Members): void;
}
