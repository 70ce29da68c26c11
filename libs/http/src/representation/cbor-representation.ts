import { setBytes, type ResourceDefinition } from '@orch/api';
import { CborWriter, encodeCbor, inCborOrder } from '@orch/apimachinery';
import { cborEvent } from '../negotiation/cbor-event.js';
import { CBOR_SEQUENCE_TYPE, CBOR_TYPE } from '../negotiation/media-type.js';
import { cborStatus } from '../negotiation/status-form.js';
import { listParts, parsedItem } from './json-items.js';
import type { Piece } from './pieces.js';
import { parseObject, type Representation } from './representation.js';

const PIECE_BYTES = 128 * 1_024;
/** JSON of an item that is written in steps. */
const LARGE_ITEM = 64 * 1_024;
const NOTHING = Buffer.alloc(0);

/**
 * CBOR, converted from the JSON answer (RFC 8949): a document, or a sequence of documents (RFC 8742).
 * @param json of objects as they are, or of their metadata: tables have no CBOR form.
 */
export const cborRepresentation = (json: Representation, stream: boolean): Representation => ({
  contentType: stream ? CBOR_SEQUENCE_TYPE : CBOR_TYPE,
  json,
  status: cborStatus,
  watchKey: `cbor ${json.watchKey}`,
  item: (definition, bytes) => encodeCbor(setBytes(definition, parseObject(json.item(definition, bytes)))),
  list: (kind, page, large) => ({
    pieces: listInCbor(json.list(kind, page, large).pieces, page.entries.length, kind.definition),
  }),
  event: (store, event) => {
    const { type, object } = JSON.parse(json.event(store, event).toString('utf8')) as {
      readonly type: string;
      readonly object: object;
    };
    return cborEvent(type, setBytes(store.definition, object));
  },
});

/** Item by item, so that memory holds one of them. Empty pieces give other requests their turn. */
function* listInCbor(json: Iterable<Piece>, count: number, definition: ResourceDefinition): Generator<Piece> {
  const writer = new CborWriter();
  let afterItems = (): void => undefined;
  for (const part of listParts(json)) {
    if (!part) yield NOTHING;
    else if (part instanceof Promise) yield part;
    else if ('head' in part) afterItems = beginList(writer, part.head, count);
    else {
      const parsing = parsedItem(part.item);
      let step = parsing.next();
      for (; !step.done; step = parsing.next()) yield NOTHING;
      const item = setBytes(definition, step.value as object);
      if (part.item.length < LARGE_ITEM) writer.value(item);
      else {
        yield NOTHING;
        for (const _step of writer.steps(item)) yield NOTHING;
      }
      yield writer.length < PIECE_BYTES ? NOTHING : writer.take();
    }
  }
  afterItems();
  yield writer.take();
}

/**
 * Writes the members before the items, in the order of CBOR.
 * @param head the JSON of the list, whose last member is its items.
 * @returns writes the members after them.
 */
function beginList(writer: CborWriter, head: Buffer, count: number): () => void {
  const list = JSON.parse(head.toString('utf8')) as Readonly<Record<string, unknown>>;
  const listed = Object.keys(list).at(-1)!;
  const names = inCborOrder(Object.keys(list));
  const members = (from: number, end?: number): void => {
    for (const name of names.slice(from, end)) {
      writer.text(name);
      writer.value(list[name]);
    }
  };
  const at = names.indexOf(listed);
  writer.selfDescribed();
  writer.mapHead(names.length);
  members(0, at);
  writer.text(listed);
  writer.arrayHead(count);
  return () => members(at + 1);
}
