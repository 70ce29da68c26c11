import { ApiError } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { ProtobufReader } from './protobuf-reader.js';
import type { ProtobufWriter } from './protobuf-writer.js';
import { LENGTH_DELIMITED, tagOf } from './wire-type.js';

/** Magic prefix of every message, in both vocabularies. */
const MAGIC = Uint8Array.of(0x6b, 0x38, 0x73, 0x00);
/** Accepted content types; of both vocabularies. */
const CONTENT_TYPES: ReadonlySet<string> = new Set(
  Object.values(vocabularies).map(({ mediaTypes }) => mediaTypes.protobuf),
);

const field = (number: number): number => tagOf(number, LENGTH_DELIMITED);

/** Kind and version of the content of an envelope, empty if absent. */
export interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

export interface Envelope extends TypeMeta {
  /** The raw message, a view into the body. */
  readonly raw: Buffer;
}

/** Writes a message in its envelope (A-101..A-106). `content` writes the message. */
export function encodeEnvelope(writer: ProtobufWriter, type: TypeMeta, content: () => void): void {
  const rawEnd = beginEnvelope(writer);
  content();
  endEnvelope(writer, type, rawEnd);
}

/** Writes the part after the message; the writer works backwards. @returns the end of the message, for `endEnvelope`. */
export function beginEnvelope(writer: ProtobufWriter): number {
  writer.string('');
  writer.varint(field(4));
  writer.string('');
  writer.varint(field(3));
  return writer.length;
}

/** Writes the part before the message. */
export function endEnvelope(writer: ProtobufWriter, { apiVersion, kind }: TypeMeta, rawEnd: number): void {
  writer.varint(writer.length - rawEnd);
  writer.varint(field(2));
  const typeEnd = writer.length;
  writer.string(kind);
  writer.varint(field(2));
  writer.string(apiVersion);
  writer.varint(field(1));
  writer.varint(writer.length - typeEnd);
  writer.varint(field(1));
  writer.raw(MAGIC);
}

/** @throws ApiError BadRequest for bytes without an envelope, and for content that is compressed or not protobuf. */
export function decodeEnvelope(bytes: Uint8Array): Envelope {
  if (bytes.length === 0) throw ApiError.badRequest('empty data');
  if (MAGIC.some((byte, at) => bytes[at] !== byte)) {
    throw ApiError.badRequest(
      `provided data does not appear to be a protobuf message, expected prefix [${MAGIC.join(' ')}]`,
    );
  }
  if (bytes.length === MAGIC.length) throw ApiError.badRequest('empty body');
  const reader = new ProtobufReader(bytes.subarray(MAGIC.length));
  let type: TypeMeta = { apiVersion: '', kind: '' };
  let raw: Buffer = Buffer.alloc(0);
  while (reader.more) {
    const tag = reader.tag();
    if (tag === field(1)) type = readTypeMeta(reader);
    else if (tag === field(2)) raw = reader.view();
    else if (tag === field(3)) refuseEncoding(reader.string());
    else if (tag === field(4)) refuseContentType(reader.string());
    else if (tag >>> 3 <= 4) reader.wrongType(tag, 'envelope');
    else reader.skip(tag);
  }
  return { ...type, raw };
}

function readTypeMeta(reader: ProtobufReader): TypeMeta {
  const type = { apiVersion: '', kind: '' };
  const outer = reader.enter();
  while (reader.more) {
    const tag = reader.tag();
    if (tag === field(1)) type.apiVersion = reader.string();
    else if (tag === field(2)) type.kind = reader.string();
    else if (tag >>> 3 <= 2) reader.wrongType(tag, 'typeMeta');
    else reader.skip(tag);
  }
  reader.leave(outer);
  return type;
}

function refuseEncoding(encoding: string): void {
  if (encoding !== '')
    throw ApiError.badRequest('contentEncoding of the protobuf envelope must be empty: send the content as it is');
}

function refuseContentType(type: string): void {
  if (type !== '' && !CONTENT_TYPES.has(type)) {
    throw ApiError.badRequest('contentType of the protobuf envelope must be empty or that of protobuf');
  }
}
