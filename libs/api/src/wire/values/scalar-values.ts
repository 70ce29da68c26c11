import { FIXED64, LENGTH_DELIMITED, VARINT } from '../wire-type.js';
import type { WireValue } from './wire-value.js';

/** Texts and enums. */
export const stringValue: WireValue = {
  wireType: LENGTH_DELIMITED,
  zero: '',
  writtenWhenAbsent: true,
  blank: () => '',
  write: (writer, json, at) => json.writeText(writer, at),
  read: (reader) => reader.string(),
};

export const boolValue: WireValue = {
  wireType: VARINT,
  zero: false,
  writtenWhenAbsent: true,
  blank: () => false,
  write: (writer, json, at) => writer.varint(json.isTrue(at) ? 1 : 0),
  read: (reader) => reader.bool(),
};

/** Of 32 and of 64 bits: both have the same encoding; the schema checks the range. */
export const integerValue: WireValue = {
  wireType: VARINT,
  zero: 0,
  writtenWhenAbsent: true,
  blank: () => 0,
  write: (writer, json, at) => writer.varint(json.number(at)),
  read: (reader) => reader.integer(),
};

export const doubleValue: WireValue = {
  wireType: FIXED64,
  zero: 0,
  writtenWhenAbsent: true,
  blank: () => 0,
  write: (writer, json, at) => writer.double(json.number(at)),
  read: (reader) => reader.double(),
};

/** Base64 in JSON. No bytes and absent are two things on the wire too. */
export const bytesValue: WireValue = {
  wireType: LENGTH_DELIMITED,
  zero: undefined,
  writtenWhenAbsent: false,
  blank: () => '',
  write: (writer, json, at) => writer.base64(json.isNull(at) ? '' : json.text(at)),
  read: (reader) => reader.view().toString('base64'),
};
