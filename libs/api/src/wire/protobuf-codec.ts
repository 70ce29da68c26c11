import { ApiError, type CodecLimits } from '@orch/apimachinery';
import type { ResourceDefinition } from '../definition/resource-definition.js';
import type { StructClass } from '../definition/field-type.js';
import { DeleteOptions } from '../meta/v1/request-options.js';
import { ListMeta } from '../meta/v1/list-meta.js';
import { Status } from '../meta/v1/status.js';
import { beginEnvelope, decodeEnvelope, encodeEnvelope, endEnvelope, type TypeMeta } from './envelope.js';
import { JsonOutline } from './json-outline.js';
import { type KeptPieces, keptPieces } from './kept-pieces.js';
import { ProtobufReader } from './protobuf-reader.js';
import { ProtobufWriter } from './protobuf-writer.js';
import { messageOf, type StructMessage } from './struct-message.js';
import { writeWatchFrame } from './watch-frame.js';
import { LENGTH_DELIMITED, tagOf } from './wire-type.js';

const LIST_METADATA = tagOf(1, LENGTH_DELIMITED);
const LIST_ITEM = tagOf(2, LENGTH_DELIMITED);
/** Long lists are encoded in pieces of about this size. */
const PIECE_BYTES = 256 * 1_024;
/** Items encoded between two yields: a few milliseconds of work, also where they are converted before. */
const TURN_ITEMS = 16;
/** JSON encoded between two yields: a few milliseconds of work. */
const TURN_BYTES = 256 * 1_024;
const NOTHING = Buffer.alloc(0);

/** Items of a list from `start` to `end`, not included. */
interface ListPiece {
  readonly start: number;
  readonly end: number;
  /** Undefined: encoded again when sent. */
  readonly bytes: Buffer | undefined;
}

/** An object, or its JSON from `JSON.stringify`, which is encoded without parsing. */
type ObjectOrJson = object | Buffer;

/** How a list is encoded. */
export interface ListEncoding<W> {
  /** Memory for pieces that wait to be sent. Default: that of all lists together. */
  readonly kept?: KeptPieces;
  /**
   * Encodes an item that takes long, as `encodeItem` does; yields what the reader of the list waits for. Undefined: it is encoded here. Default:
   * all are.
   */
  readonly elsewhere?: (index: number) => Generator<W, Buffer> | undefined;
}

/** Protobuf codec of one kind and version. Stateless: one per kind. */
export class ProtobufCodec {
  private readonly message: StructMessage;

  constructor(
    type: StructClass,
    private readonly kind: string,
    /** Undefined: decodes objects of any version, encodes none. */
    private readonly apiVersion: string | undefined,
  ) {
    this.message = messageOf(type);
  }

  /**
   * One object in its envelope. It must be of this kind and valid for its schema, as stored objects are; unknown fields are
   * omitted.
   */
  encode(object: ObjectOrJson): Buffer {
    const json = jsonOf(object);
    const writer = new ProtobufWriter(json.length);
    this.writeObject(writer, json);
    return writer.finish();
  }

  /** One item of a list, without its length. */
  encodeItem(object: ObjectOrJson): Buffer {
    const json = jsonOf(object);
    const writer = new ProtobufWriter(json.length);
    const outline = new JsonOutline();
    this.message.writeFields(writer, outline, outline.read(json));
    return writer.finish();
  }

  /**
   * The plain object that a typed client would send as JSON: without zero values of optional fields, embedded structs as
   * `{}`. An object of another kind or version is not decoded: returns only its `kind` and `apiVersion`, for the caller to
   * reject.
   * @param limits default: the limits of request bodies.
   * @throws ApiError BadRequest for malformed bytes and beyond the limits.
   */
  decode(bytes: Uint8Array, limits?: CodecLimits): Record<string, unknown> {
    const { raw, apiVersion, kind } = decodeEnvelope(bytes);
    const object: Record<string, unknown> = {};
    if (kind !== '') object['kind'] = kind;
    if (apiVersion !== '') object['apiVersion'] = apiVersion;
    const other = this.apiVersion !== undefined && apiVersion !== '' && apiVersion !== this.apiVersion;
    if (!other && (kind === '' || kind === this.kind)) this.message.readFields(new ProtobufReader(raw, limits), object);
    return object;
  }

  /**
   * A list, in pieces. The length precedes the items, so all items are encoded before the first piece; empty pieces until then let the
   * caller yield to other requests. Items beyond the capacity of `kept` are encoded again when sent, so that slow clients hold no
   * memory.
   * @param itemAt called once or twice for each index, last first, so that not all items are in memory at once.
   */
  *encodeList<W = never>(
    metadata: object,
    count: number,
    itemAt: (index: number) => ObjectOrJson,
    { kept = keptPieces, elsewhere = () => undefined }: ListEncoding<W> = {},
  ): Generator<Buffer | W> {
    const writer = new ProtobufWriter(Math.min(count * 1_024, PIECE_BYTES + PIECE_BYTES / 8));
    const type: TypeMeta = { apiVersion: this.writtenVersion, kind: `${this.kind}List` };
    const outline = new JsonOutline();
    /** Last first. */
    const pieces: ListPiece[] = [];
    try {
      const rawEnd = beginEnvelope(writer);
      let end = count;
      let readBytes = 0;
      for (let i = count - 1; i >= 0; i--) {
        const encoding = elsewhere(i);
        if (encoding) writeEncoded(writer, yield* encoding);
        else readBytes += this.writeItem(writer, outline, itemAt(i));
        if (writer.uncut >= PIECE_BYTES) {
          const bytes = writer.cut();
          pieces.push({ start: i, end, bytes: kept.keep(bytes.length) ? bytes : undefined });
          end = i;
        }
        if ((i % TURN_ITEMS !== 0 && readBytes < TURN_BYTES) || i === 0) continue;
        readBytes = 0;
        yield NOTHING;
      }
      messageOf(ListMeta).write(writer, outline, outline.read(jsonOf(metadata)));
      writer.varint(LIST_METADATA);
      endEnvelope(writer, type, rawEnd);
      yield writer.finish();
      for (let piece = pieces.at(-1); piece; piece = pieces.at(-1)) {
        yield piece.bytes ?? (yield* this.encodeItems(piece, itemAt, elsewhere, piece.end === count));
        pieces.pop();
        if (piece.bytes) kept.release(piece.bytes.length);
      }
    } finally {
      for (const { bytes } of pieces) if (bytes) kept.release(bytes.length);
    }
  }

  private *encodeItems<W>(
    { start, end }: ListPiece,
    itemAt: (index: number) => ObjectOrJson,
    elsewhere: NonNullable<ListEncoding<W>['elsewhere']>,
    isLast: boolean,
  ): Generator<W, Buffer> {
    const writer = new ProtobufWriter(PIECE_BYTES + PIECE_BYTES / 8);
    const outline = new JsonOutline();
    if (isLast) beginEnvelope(writer);
    for (let i = end - 1; i >= start; i--) {
      const encoding = elsewhere(i);
      if (encoding) writeEncoded(writer, yield* encoding);
      else this.writeItem(writer, outline, itemAt(i));
    }
    return writer.finish();
  }

  /** @returns size of the item's JSON, in bytes. */
  private writeItem(writer: ProtobufWriter, outline: JsonOutline, item: ObjectOrJson): number {
    const json = jsonOf(item);
    this.message.write(writer, outline, outline.read(json));
    writer.varint(LIST_ITEM);
    return json.length;
  }

  /**
   * A list with its items, each with the kind and version of the list.
   * @throws ApiError BadRequest as `decode` does, and for a list of another kind.
   */
  decodeList(bytes: Uint8Array): { metadata: Record<string, unknown>; items: Record<string, unknown>[] } {
    const { raw, apiVersion, kind } = decodeEnvelope(bytes);
    if (kind !== `${this.kind}List` || apiVersion !== this.writtenVersion) {
      throw ApiError.badRequest(
        `expected ${this.kind}List in version ${this.writtenVersion}, got ${kind} in ${apiVersion}`,
      );
    }
    const reader = new ProtobufReader(raw);
    const metadata: Record<string, unknown> = {};
    const items: Record<string, unknown>[] = [];
    while (reader.more) {
      const tag = reader.tag();
      if (tag === LIST_METADATA) messageOf(ListMeta).read(reader, metadata);
      else if (tag === LIST_ITEM) items.push(this.message.read(reader, { kind: this.kind, apiVersion }));
      else if (tag >>> 3 <= 2) reader.wrongType(tag, 'list');
      else reader.skip(tag);
    }
    return { metadata, items };
  }

  /** One watch frame: type and object. */
  encodeEvent(type: string, object: ObjectOrJson): Buffer {
    const json = jsonOf(object);
    const writer = new ProtobufWriter(json.length);
    writeWatchFrame(writer, type, () => this.writeObject(writer, json));
    return writer.finish();
  }

  private writeObject(writer: ProtobufWriter, json: Buffer): void {
    const type: TypeMeta = { apiVersion: this.writtenVersion, kind: this.kind };
    const outline = new JsonOutline();
    encodeEnvelope(writer, type, () => this.message.writeFields(writer, outline, outline.read(json)));
  }

  private get writtenVersion(): string {
    if (this.apiVersion === undefined) throw new TypeError(`${this.kind} is only read`);
    return this.apiVersion;
  }
}

/** Writes an item of `encodeItem`. */
function writeEncoded(writer: ProtobufWriter, item: Buffer): void {
  writer.raw(item);
  writer.varint(item.length);
  writer.varint(LIST_ITEM);
}

const jsonOf = (object: ObjectOrJson): Buffer =>
  Buffer.isBuffer(object) ? object : Buffer.from(JSON.stringify(object));

const codecs = new WeakMap<ResourceDefinition, ProtobufCodec | undefined>();

/** The codec of a kind; undefined for JSON-only kinds, whose structs have no wire numbers. Compiled on first use. */
export function protobufCodec(definition: ResourceDefinition): ProtobufCodec | undefined {
  if (codecs.has(definition)) return codecs.get(definition);
  const { struct, gvk, apiVersion } = definition;
  const codec = struct && messageOf(struct).hasFields ? new ProtobufCodec(struct, gvk.kind, apiVersion) : undefined;
  codecs.set(definition, codec);
  return codec;
}

/** Status, the body of errors and of deletes. */
export const statusCodec = new ProtobufCodec(Status, 'Status', 'v1');

/** DeleteOptions: clients send it with many versions. */
export const deleteOptionsCodec = new ProtobufCodec(DeleteOptions, 'DeleteOptions', undefined);
