import type { ProtobufWriter } from './protobuf-writer.js';
import { LENGTH_DELIMITED, tagOf } from './wire-type.js';

const field = (number: number): number => tagOf(number, LENGTH_DELIMITED);

/**
 * One event of a watch (C-039): four bytes of length, then the message WatchEvent with type (1) and object (2), which
 * is a raw message around an object in its envelope.
 */
export function writeWatchFrame(writer: ProtobufWriter, type: string, object: () => void): void {
  const end = writer.length;
  object();
  writer.varint(writer.length - end);
  writer.varint(field(1));
  writer.varint(writer.length - end);
  writer.varint(field(2));
  writer.string(type);
  writer.varint(field(1));
  writer.uint32BigEndian(writer.length - end);
}
