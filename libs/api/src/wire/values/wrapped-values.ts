import { formatDuration, parseDurationMs } from '@orch/apimachinery';
import type { ProtobufReader } from '../protobuf-reader.js';
import { LENGTH_DELIMITED, tagOf, VARINT } from '../wire-type.js';
import type { WireValue } from './wire-value.js';

const FIRST_TEXT = tagOf(1, LENGTH_DELIMITED);
const FIRST_NUMBER = tagOf(1, VARINT);
const INT_VALUE = tagOf(2, VARINT);
const TEXT_VALUE = tagOf(3, LENGTH_DELIMITED);

/** A message around the canonical text. Objects hold quantities in canonical form. */
export const quantityValue: WireValue = {
  wireType: LENGTH_DELIMITED,
  zero: undefined,
  writtenWhenAbsent: true,
  blank: () => '0',
  write: (writer, json, at) => {
    const end = writer.length;
    if (json.isNull(at)) writer.string('0');
    else json.writeText(writer, at);
    writer.varint(FIRST_TEXT);
    writer.varint(writer.length - end);
  },
  read: (reader) => readOnly(reader, FIRST_TEXT, 'quantity', () => reader.string()) ?? '0',
};

/** Type (0 number, 1 text), number and text, all three always. */
export const intOrStringValue: WireValue = {
  wireType: LENGTH_DELIMITED,
  zero: undefined,
  writtenWhenAbsent: true,
  blank: () => 0,
  write: (writer, json, at) => {
    const end = writer.length;
    const text = json.isText(at);
    if (text) json.writeText(writer, at);
    else writer.varint(0);
    writer.varint(TEXT_VALUE);
    writer.varint(text ? 0 : json.number(at));
    writer.varint(INT_VALUE);
    writer.varint(text ? 1 : 0);
    writer.varint(FIRST_NUMBER);
    writer.varint(writer.length - end);
  },
  read: (reader) => {
    const outer = reader.enter();
    let type = 0;
    let number = 0;
    let text = '';
    while (reader.more) {
      const tag = reader.tag();
      if (tag === FIRST_NUMBER) type = reader.integer();
      else if (tag === INT_VALUE) number = reader.integer();
      else if (tag === TEXT_VALUE) text = reader.string();
      else if (tag >>> 3 <= 3) reader.wrongType(tag, 'number or text');
      else reader.skip(tag);
    }
    reader.leave(outer);
    if (type !== 0 && type !== 1) throw reader.broken('what must be a number or a text is neither');
    return type === 1 ? text : number;
  },
};

/** Any JSON, and the set of managed fields: a message around the text. */
export const rawValue: WireValue = {
  wireType: LENGTH_DELIMITED,
  zero: undefined,
  writtenWhenAbsent: true,
  blank: () => null,
  write: (writer, json, at) => {
    const end = writer.length;
    if (!json.isNull(at)) {
      json.writeJson(writer, at);
      writer.varint(FIRST_TEXT);
    }
    writer.varint(writer.length - end);
  },
  read: (reader) => {
    const json = readOnly(reader, FIRST_TEXT, 'raw', () => reader.view());
    return json === undefined || json.length === 0 ? undefined : (reader.json(json) ?? undefined);
  },
};

const NANOS_PER_MS = 1_000_000;

/** Nanoseconds. */
export const durationValue: WireValue = {
  wireType: LENGTH_DELIMITED,
  zero: undefined,
  writtenWhenAbsent: true,
  blank: () => '0s',
  write: (writer, json, at) => {
    const end = writer.length;
    const ms = json.isNull(at) ? 0 : parseDurationMs(json.text(at));
    if (ms === undefined) throw new TypeError('a duration must be written as 1h30m or 5s');
    const whole = Math.trunc(ms);
    writer.bigVarint(BigInt(whole) * BigInt(NANOS_PER_MS) + BigInt(Math.round((ms - whole) * NANOS_PER_MS)));
    writer.varint(FIRST_NUMBER);
    writer.varint(writer.length - end);
  },
  read: (reader) =>
    formatDuration((readOnly(reader, FIRST_NUMBER, 'duration', () => reader.integer()) ?? 0) / NANOS_PER_MS),
};

/** Reads a message of one field; undefined when it is not there. */
function readOnly<T>(reader: ProtobufReader, wanted: number, name: string, read: () => T): T | undefined {
  const outer = reader.enter();
  let value: T | undefined;
  while (reader.more) {
    const tag = reader.tag();
    if (tag === wanted) value = read();
    else if (tag >>> 3 === 1) reader.wrongType(tag, name);
    else reader.skip(tag);
  }
  reader.leave(outer);
  return value;
}
