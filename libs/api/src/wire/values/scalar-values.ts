import { FIXED64, LENGTH_DELIMITED, VARINT } from '../wire-type.js';
import type { WireValue } from './wire-value.js';

/** Texts and enums. */
export const stringValue: WireValue = {
  wireType: LENGTH_DELIMITED,
  zero: '',
  writtenWhenAbsent: true,
  blank: () => '',
  write: (writer, value) => writer.string((value ?? '') as string),
  read: (reader) => reader.string(),
};

export const boolValue: WireValue = {
  wireType: VARINT,
  zero: false,
  writtenWhenAbsent: true,
  blank: () => false,
  write: (writer, value) => writer.varint(value === true ? 1 : 0),
  read: (reader) => reader.bool(),
};

/** Of 32 and of 64 bits: both are written alike, and whether a number fits is the schema's to say. */
export const integerValue: WireValue = {
  wireType: VARINT,
  zero: 0,
  writtenWhenAbsent: true,
  blank: () => 0,
  write: (writer, value) => writer.varint((value ?? 0) as number),
  read: (reader) => reader.integer(),
};

export const doubleValue: WireValue = {
  wireType: FIXED64,
  zero: 0,
  writtenWhenAbsent: true,
  blank: () => 0,
  write: (writer, value) => writer.double((value ?? 0) as number),
  read: (reader) => reader.double(),
};

/** Base64 in JSON. No bytes and absent are two things on the wire too. */
export const bytesValue: WireValue = {
  wireType: LENGTH_DELIMITED,
  zero: undefined,
  writtenWhenAbsent: false,
  blank: () => '',
  write: (writer, value) => writer.base64((value ?? '') as string),
  read: (reader) => reader.view().toString('base64'),
};
