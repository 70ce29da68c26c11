import { memberName, NOWHERE, type JsonOutline, type MemberName, type Place } from '../json-outline.js';
import type { ProtobufReader } from '../protobuf-reader.js';
import type { ProtobufWriter } from '../protobuf-writer.js';
import type { WireValue } from '../values/wire-value.js';
import { LENGTH_DELIMITED, tagOf } from '../wire-type.js';
import type { Members, WireField } from './wire-field.js';

/** A repeated field. Numbers may also be packed, as by newer encoders. */
export class ListField implements WireField {
  private readonly key: MemberName;
  private readonly tag: number;
  private readonly packedTag: number;

  constructor(
    private readonly name: string,
    readonly number: number,
    private readonly item: WireValue,
  ) {
    this.key = memberName(name);
    this.tag = tagOf(number, item.wireType);
    this.packedTag = tagOf(number, LENGTH_DELIMITED);
  }

  write(writer: ProtobufWriter, json: JsonOutline, of: Place): void {
    for (let at = json.last(json.member(of, this.key)); at !== NOWHERE; at = json.before(at)) {
      this.item.write(writer, json, at);
      writer.varint(this.tag);
    }
  }

  read(reader: ProtobufReader, tag: number, target: Members): void {
    const items = (target[this.name] ??= []) as unknown[];
    if (tag === this.tag) items.push(this.item.read(reader, undefined) ?? null);
    else if (tag === this.packedTag) this.readPacked(reader, items);
    else reader.wrongType(tag, this.name);
  }

  private readPacked(reader: ProtobufReader, items: unknown[]): void {
    const outer = reader.enter();
    while (reader.more) {
      reader.countField();
      items.push(this.item.read(reader, undefined));
    }
    reader.leave(outer);
  }
}
