import { memberName, NOWHERE, type JsonOutline, type MemberName, type Place } from '../json-outline.js';
import type { ProtobufReader } from '../protobuf-reader.js';
import type { ProtobufWriter } from '../protobuf-writer.js';
import type { WireValue } from '../values/wire-value.js';
import { LENGTH_DELIMITED, tagOf } from '../wire-type.js';
import type { Members, WireField } from './wire-field.js';

const KEY = tagOf(1, LENGTH_DELIMITED);

/** A map with texts as keys: one message with key and value for each, in the byte order of the keys. */
export class MapField implements WireField {
  private readonly memberName: MemberName;
  private readonly tag: number;
  private readonly valueTag: number;

  constructor(
    private readonly name: string,
    readonly number: number,
    private readonly value: WireValue,
  ) {
    this.memberName = memberName(name);
    this.tag = tagOf(number, LENGTH_DELIMITED);
    this.valueTag = tagOf(2, value.wireType);
  }

  write(writer: ProtobufWriter, json: JsonOutline, of: Place): void {
    for (const at of entriesLastFirst(json, json.member(of, this.memberName))) {
      const end = writer.length;
      this.value.write(writer, json, at);
      writer.varint(this.valueTag);
      json.writeKey(writer, at);
      writer.varint(KEY);
      writer.varint(writer.length - end);
      writer.varint(this.tag);
    }
  }

  read(reader: ProtobufReader, tag: number, target: Members): void {
    if (tag !== this.tag) reader.wrongType(tag, this.name);
    const map = (target[this.name] ??= {}) as Members;
    const outer = reader.enter();
    let key = '';
    let value: unknown;
    let seen = false;
    while (reader.more) {
      const part = reader.tag();
      if (part === KEY) key = reader.string();
      else if (part === this.valueTag) {
        value = this.value.read(reader, value) ?? null;
        seen = true;
      } else if (part >>> 3 <= 2) reader.wrongType(part, this.name);
      else reader.skip(part);
    }
    reader.leave(outer);
    setMember(map, key, seen ? value : this.value.blank());
  }
}

function entriesLastFirst(json: JsonOutline, of: Place): Place[] {
  const entries: Place[] = [];
  let inOrder = true;
  for (let at = json.last(of); at !== NOWHERE; at = json.before(at)) {
    inOrder &&= entries.length === 0 || json.compareKeys(at, entries.at(-1)!) < 0;
    entries.push(at);
  }
  return inOrder ? entries : entries.sort((a, b) => json.compareKeys(b, a));
}

/** Assigning to `__proto__` would change the map's prototype instead of giving it a member. */
function setMember(map: Members, key: string, value: unknown): void {
  if (key !== '__proto__') map[key] = value;
  else Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true });
}
