import { structOf, type FieldFacts } from '../definition/decorators.js';
import type { StructClass } from '../definition/field-type.js';
import { InlinedField, type FieldsOfStruct } from './fields/inlined-field.js';
import { ListField } from './fields/list-field.js';
import { MapField } from './fields/map-field.js';
import { SingleField } from './fields/single-field.js';
import type { Members, WireField } from './fields/wire-field.js';
import type { JsonOutline, Place } from './json-outline.js';
import type { ProtobufReader } from './protobuf-reader.js';
import type { ProtobufWriter } from './protobuf-writer.js';
import { alternativesValue } from './values/alternatives-value.js';
import { wrappedListValue } from './values/list-value.js';
import { valueOfType } from './values/value-of-type.js';
import type { WireValue } from './values/wire-value.js';
import { rawValue } from './values/wrapped-values.js';
import { LENGTH_DELIMITED } from './wire-type.js';

const messages = new WeakMap<StructClass, StructMessage>();

/** The message of a struct, one per class and process. */
export function messageOf(type: StructClass): StructMessage {
  let message = messages.get(type);
  if (!message) messages.set(type, (message = new StructMessage(type)));
  return message;
}

/** A struct as a message. Resolves its fields on first use: structs may be recursive. */
export class StructMessage implements WireValue, FieldsOfStruct {
  readonly wireType = LENGTH_DELIMITED;
  readonly zero = undefined;
  readonly writtenWhenAbsent = true;
  private compiled:
    | {
        readonly lastFirst: readonly WireField[];
        readonly byNumber: readonly (WireField | undefined)[];
      }
    | undefined;

  constructor(private readonly type: StructClass) {}

  /** Whether any field has a number; a struct without is JSON-only. */
  get hasFields(): boolean {
    return this.fields.lastFirst.length > 0;
  }

  blank(): unknown {
    return {};
  }

  write(writer: ProtobufWriter, json: JsonOutline, at: Place): void {
    const end = writer.length;
    this.writeFields(writer, json, at);
    writer.varint(writer.length - end);
  }

  read(reader: ProtobufReader, current: unknown): Members {
    const target = (current ?? {}) as Members;
    const outer = reader.enter();
    this.readFields(reader, target);
    reader.leave(outer);
    return target;
  }

  writeFields(writer: ProtobufWriter, json: JsonOutline, of: Place): void {
    for (const field of this.fields.lastFirst) field.write(writer, json, of);
  }

  readFields(reader: ProtobufReader, target: Members): void {
    const { byNumber } = this.fields;
    while (reader.more) {
      const tag = reader.tag();
      const field = byNumber[tag >>> 3];
      if (field) field.read(reader, tag, target);
      else reader.skip(tag);
    }
  }

  private get fields() {
    return (this.compiled ??= compile(this.type));
  }
}

function compile(type: StructClass) {
  const { name, options, fields } = structOf(type);
  const own = fields.flatMap((field) => (field.number === undefined ? [] : [fieldOf(field, field.number)]));
  const inlined = (options.inline ?? []).flatMap((part) =>
    part.number === undefined
      ? []
      : [new InlinedField(structOf(part.type()).name, part.number, messageOf(part.type()))],
  );
  const lastFirst: WireField[] = [...own, ...inlined].sort((a, b) => b.number - a.number);
  const byNumber = Array.from<WireField | undefined>({ length: (lastFirst[0]?.number ?? 0) + 1 });
  for (const field of lastFirst) {
    if (byNumber[field.number]) throw new TypeError(`${name} has two fields of number ${field.number}`);
    byNumber[field.number] = field;
  }
  return { lastFirst, byNumber };
}

function fieldOf(facts: FieldFacts, number: number): WireField {
  const { name, type, options } = facts;
  if (typeof type === 'object' && 'list' in type) {
    const item = valueOfType(type.list, structValue);
    return options.wrapped ? new SingleField(facts, number, wrappedListValue(item)) : new ListField(name, number, item);
  }
  if (typeof type === 'object' && 'map' in type) return new MapField(name, number, valueOfType(type.map, structValue));
  return new SingleField(facts, number, valueOfType(type, structValue));
}

/** How a struct is written in the place of a value. */
function structValue(type: StructClass): WireValue {
  const { jsonForm } = structOf(type).options;
  if (jsonForm === undefined) return messageOf(type);
  return jsonForm === 'any' ? rawValue : alternativesValue(jsonForm, structValue);
}
