import type { JsonOutline, Place } from '../json-outline.js';
import type { ProtobufReader } from '../protobuf-reader.js';
import type { ProtobufWriter } from '../protobuf-writer.js';
import { LENGTH_DELIMITED, tagOf } from '../wire-type.js';
import type { Members, WireField } from './wire-field.js';

/** Fields of a struct, written and read without tag and length around them. */
export interface FieldsOfStruct {
  writeFields(writer: ProtobufWriter, json: JsonOutline, of: Place): void;
  readFields(reader: ProtobufReader, target: Members): void;
}

/** A struct whose fields are inlined in JSON, and nested in a message on the wire. Always written. */
export class InlinedField implements WireField {
  private readonly tag: number;

  constructor(
    private readonly name: string,
    readonly number: number,
    private readonly struct: FieldsOfStruct,
  ) {
    this.tag = tagOf(number, LENGTH_DELIMITED);
  }

  write(writer: ProtobufWriter, json: JsonOutline, of: Place): void {
    const end = writer.length;
    this.struct.writeFields(writer, json, of);
    writer.varint(writer.length - end);
    writer.varint(this.tag);
  }

  read(reader: ProtobufReader, tag: number, target: Members): void {
    if (tag !== this.tag) reader.wrongType(tag, this.name);
    const outer = reader.enter();
    this.struct.readFields(reader, target);
    reader.leave(outer);
  }
}
