import { partialMetadataCodec, protobufCodec, type ProtobufCodec, type ResourceDefinition } from '@orch/api';
import type { Bookmark, WatchEvent } from '@orch/registry';
import { bookmarkObject, eventBytes } from '../negotiation/event-bytes.js';
import { protobufStatus } from '../negotiation/status-form.js';
import { jsonRepresentation } from './json-representation.js';
import { PARTIAL_KIND, partialRepresentation } from './partial-representation.js';
import { awaited } from './pieces.js';
import type { ListedKind, PieceList, Representation } from './representation.js';

/** The protobuf message of an object. */
interface Shape {
  readonly watchKey: string;
  readonly codecOf: (definition: ResourceDefinition) => ProtobufCodec;
  readonly json: Representation;
}

const WHOLE: Shape = {
  watchKey: 'protobuf',
  codecOf: (definition) => {
    const codec = protobufCodec(definition);
    if (!codec) throw new TypeError(`${definition.gvk.kind} has no protobuf form`);
    return codec;
  },
  json: jsonRepresentation,
};

/**
 * Objects in protobuf, as a document or as a stream of frames (C-039). The kind must support it: see
 * `protobufCodec`.
 * @param mediaType the requested name; the bytes do not depend on it.
 */
export const protobufRepresentation = (mediaType: string, stream: boolean): Representation =>
  represent(WHOLE, mediaType, stream);

/**
 * Metadata only, which every kind supports in protobuf. `apiVersion` is the requested version of the meta group
 * (C-081).
 */
export const partialProtobufRepresentation = (
  apiVersion: string,
  mediaType: string,
  stream: boolean,
): Representation => {
  const codec = partialMetadataCodec(apiVersion);
  const shape: Shape = {
    watchKey: `protobuf ${PARTIAL_KIND} ${apiVersion}`,
    codecOf: () => codec,
    json: partialRepresentation(apiVersion),
  };
  return represent(shape, mediaType, stream);
};

function represent({ watchKey, codecOf, json }: Shape, mediaType: string, stream: boolean): Representation {
  return {
    contentType: stream ? `${mediaType};stream=watch` : mediaType,
    json,
    status: protobufStatus(mediaType),
    watchKey,
    item: (definition, bytes) => codecOf(definition).encode(bytes),
    listedItem: ({ definition, form }, { bytes, revision }) =>
      codecOf(definition).encodeItem(form.show(bytes, revision)),
    list: ({ definition, form }, { entries, revision, ...page }, large): PieceList => {
      const metadata = {
        resourceVersion: String(revision),
        continue: page.continue,
        remainingItemCount: page.remaining,
      };
      const jsonAt = (i: number) => form.show(entries[i]!.bytes, entries[i]!.revision);
      const elsewhere = (i: number) => {
        const encoding = large?.inOwnForm(entries[i]!);
        return encoding && awaited(encoding);
      };
      return { pieces: codecOf(definition).encodeList(metadata, entries.length, jsonAt, { elsewhere }) };
    },
    event: (store: ListedKind, event: WatchEvent | Bookmark): Buffer => {
      const codec = codecOf(store.definition);
      if (event.type !== 'BOOKMARK') return codec.encodeEvent(event.type, eventBytes(store, event));
      const { gvk, apiVersion, vocabulary } = store.definition;
      const object = bookmarkObject(gvk.kind, apiVersion, event, vocabulary.annotations.initialEventsEnd);
      return codec.encodeEvent(event.type, Buffer.from(object));
    },
  };
}
