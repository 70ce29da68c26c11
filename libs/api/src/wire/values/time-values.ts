import { canonicalMicroTime, formatMicroTime, formatTime, parseTimeMs } from '@orch/apimachinery';
import type { JsonOutline, Place } from '../json-outline.js';
import type { ProtobufReader } from '../protobuf-reader.js';
import type { ProtobufWriter } from '../protobuf-writer.js';
import { LENGTH_DELIMITED, tagOf, VARINT } from '../wire-type.js';
import type { WireValue } from './wire-value.js';

const SECONDS = tagOf(1, VARINT);
const NANOS = tagOf(2, VARINT);

/** Years 0 to 9999, in seconds since 1970. */
const FIRST_SECOND = -62_167_219_200;
const END_SECOND = 253_402_300_800;
/** Year 1: "no time" where JSON must have one; an empty message here. */
const NO_TIME_MS = -62_135_596_800_000;

interface Instant {
  readonly seconds: number;
  readonly nanos: number;
}

/** Seconds; nanos are written as 0 and ignored on read. */
export const timeValue: WireValue = {
  wireType: LENGTH_DELIMITED,
  zero: undefined,
  writtenWhenAbsent: true,
  blank: () => null,
  write: (writer, json, at) => writeInstant(writer, json, at, () => 0),
  read: (reader) => {
    const instant = readInstant(reader);
    return instant && formatTime(instant.seconds * 1_000);
  },
};

/** With microseconds; nanoseconds are truncated. */
export const microTimeValue: WireValue = {
  wireType: LENGTH_DELIMITED,
  zero: undefined,
  writtenWhenAbsent: true,
  blank: () => null,
  write: (writer, json, at) => writeInstant(writer, json, at, microNanos),
  read: (reader) => {
    const instant = readInstant(reader);
    if (!instant) return undefined;
    const micros = Math.floor(instant.nanos / 1_000);
    return formatMicroTime({ ms: instant.seconds * 1_000 + Math.floor(micros / 1_000), micros: micros % 1_000 });
  },
};

function writeInstant(writer: ProtobufWriter, json: JsonOutline, at: Place, nanosOf: (text: string) => number): void {
  const end = writer.length;
  const text = json.isNull(at) ? undefined : json.text(at);
  const ms = text === undefined ? NO_TIME_MS : parseTimeMs(text);
  if (ms === undefined) throw new TypeError('a time must be RFC 3339');
  const nanos = text === undefined ? 0 : nanosOf(text);
  if (ms !== NO_TIME_MS || nanos !== 0) {
    writer.varint(nanos);
    writer.varint(NANOS);
    writer.varint(Math.floor(ms / 1_000));
    writer.varint(SECONDS);
  }
  writer.varint(writer.length - end);
}

/** The six decimals of `2024-01-01T00:00:00.123456Z`, as nanoseconds. */
function microNanos(text: string): number {
  const canonical = text.length === 27 && text.endsWith('Z') ? text : canonicalMicroTime(text)!;
  return Number(canonical.slice(20, 26)) * 1_000;
}

/** Undefined for an empty message. */
function readInstant(reader: ProtobufReader): Instant | undefined {
  const outer = reader.enter();
  const empty = !reader.more;
  let seconds = 0;
  let nanos = 0;
  while (reader.more) {
    const tag = reader.tag();
    if (tag === SECONDS) seconds = reader.integer();
    else if (tag === NANOS) nanos = reader.integer();
    else if (tag >>> 3 <= 2) reader.wrongType(tag, 'time');
    else reader.skip(tag);
  }
  reader.leave(outer);
  if (seconds < FIRST_SECOND || seconds >= END_SECOND || nanos < 0 || nanos > 999_999_999) {
    throw reader.broken('a time is outside the years 0 to 9999');
  }
  return empty ? undefined : { seconds, nanos };
}
