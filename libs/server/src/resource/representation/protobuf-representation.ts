import { protobufCodec, type ProtobufCodec, type ResourceDefinition } from '@orch/api';
import type { Bookmark, ListPage, ResourceStore, WatchEvent } from '@orch/registry';
import { PROTOBUF_TYPES } from '../body/media-type.js';
import { bookmarkObject, eventBytes } from './event-bytes.js';
import { parseObject, type PieceList, type Representation } from './representation.js';
import { protobufStatus } from './status-form.js';

/** Protobuf by each media type it goes by, alone and as a stream; the bytes do not depend on the name (A-093, C-039). */
const representations: ReadonlyMap<string, { readonly document: Representation; readonly stream: Representation }> =
  new Map(
    [...PROTOBUF_TYPES].map((type) => [
      type,
      { document: represent(type, type), stream: represent(type, `${type};stream=watch`) },
    ]),
  );

/** Undefined when `mediaType` is not protobuf's, and for kinds that have no protobuf form. */
export function protobufRepresentation(
  mediaType: string,
  stream: boolean,
  definition: ResourceDefinition,
): Representation | undefined {
  const known = representations.get(mediaType);
  if (!known || !protobufCodec(definition)) return undefined;
  return stream ? known.stream : known.document;
}

function represent(mediaType: string, contentType: string): Representation {
  return {
    contentType,
    status: protobufStatus(mediaType),
    watchKey: 'protobuf',
    item: (definition, bytes) => codecOf(definition).encode(parseObject(bytes), bytes.length),
    list: encodeList,
    event: encodeEvent,
  };
}

function encodeList(store: ResourceStore, { entries, revision, ...page }: ListPage): PieceList {
  const metadata = { resourceVersion: String(revision), continue: page.continue, remainingItemCount: page.remaining };
  const objectAt = (i: number) => parseObject(store.form.show(entries[i]!.bytes));
  return { pieces: codecOf(store.definition).encodeList(metadata, entries.length, objectAt) };
}

function encodeEvent(store: ResourceStore, event: WatchEvent | Bookmark): Buffer {
  const { gvk, apiVersion, vocabulary } = store.definition;
  if (event.type !== 'BOOKMARK') {
    const bytes = eventBytes(store, event);
    return codecOf(store.definition).encodeEvent(event.type, parseObject(bytes), bytes.length);
  }
  const object = bookmarkObject(gvk.kind, apiVersion, event, vocabulary.annotations.initialEventsEnd);
  return codecOf(store.definition).encodeEvent(event.type, parseObject(Buffer.from(object)));
}

function codecOf(definition: ResourceDefinition): ProtobufCodec {
  const codec = protobufCodec(definition);
  if (!codec) throw new TypeError(`${definition.gvk.kind} has no protobuf form`);
  return codec;
}
