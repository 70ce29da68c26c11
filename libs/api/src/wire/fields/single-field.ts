import type { FieldFacts } from '../../definition/decorators.js';
import { memberName, NOWHERE, type JsonOutline, type MemberName, type Place } from '../json-outline.js';
import type { ProtobufReader } from '../protobuf-reader.js';
import type { ProtobufWriter } from '../protobuf-writer.js';
import type { WireValue } from '../values/wire-value.js';
import { tagOf } from '../wire-type.js';
import type { Members, WireField } from './wire-field.js';

/** A field with one value. */
export class SingleField implements WireField {
  private readonly name: string;
  private readonly key: MemberName;
  private readonly tag: number;
  private readonly always: boolean;
  /** Decoded value that is omitted, as in the JSON of a typed client. */
  private readonly omitted: unknown;

  constructor(
    { name, options }: FieldFacts,
    readonly number: number,
    private readonly value: WireValue,
  ) {
    this.name = name;
    this.key = memberName(name);
    this.tag = tagOf(number, value.wireType);
    // A field removed from the newest release is unknown to most decoders and is written only when not empty.
    this.always = value.writtenWhenAbsent && !options.pointer && options.last === undefined;
    this.omitted = options.pointer || options.required ? undefined : value.zero;
  }

  write(writer: ProtobufWriter, json: JsonOutline, of: Place): void {
    const at = json.member(of, this.key);
    if (at === NOWHERE && !this.always) return;
    this.value.write(writer, json, at);
    writer.varint(this.tag);
  }

  read(reader: ProtobufReader, tag: number, target: Members): void {
    if (tag !== this.tag) reader.wrongType(tag, this.name);
    const current = target[this.name];
    const value = this.value.read(reader, current);
    if (value !== undefined && value !== this.omitted) target[this.name] = value;
    else if (current !== undefined) delete target[this.name];
  }
}
