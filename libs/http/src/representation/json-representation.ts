import { listKindOf } from '@orch/api';
import { StepTime } from '@orch/apimachinery';
import type { Bookmark, Entry, ListPage, WatchEvent } from '@orch/registry';
import { bookmarkObject, eventBytes, eventLine } from '../negotiation/event-bytes.js';
import { jsonStatus } from '../negotiation/status-form.js';
import { awaited, type LargeItems, type Piece } from './pieces.js';
import { listMeta, type ListedKind, type PieceList, type Representation } from './representation.js';

const PIECE_BYTES = 256 * 1_024;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
/** Bytes of `,{`. */
const SEPARATOR_BYTES = 2;
const END = Buffer.from(']}\n');
const NOTHING = Buffer.alloc(0);

/** The default: stored bytes are sent unchanged. */
export const jsonRepresentation: Representation = {
  contentType: 'application/json',
  status: jsonStatus,
  watchKey: 'json',
  item: (_definition, bytes) => bytes,
  list: joinList,
  event: (store, event) => encodeEvent(store, event),
};

function encodeEvent(store: ListedKind, event: WatchEvent | Bookmark): Buffer {
  const { gvk, apiVersion, vocabulary } = store.definition;
  if (event.type !== 'BOOKMARK') return eventLine(event.type, eventBytes(store, event));
  return eventLine(
    'BOOKMARK',
    Buffer.from(bookmarkObject(gvk.kind, apiVersion, event, vocabulary.annotations.initialEventsEnd)),
  );
}

/**
 * HOT PATH (bench: list, custom-list): joins bytes into pieces without parsing. Items of typed lists have no kind and apiVersion
 * (C-062): the common prefix of their bytes is skipped. Those of custom kinds have both.
 */
function joinList({ definition, form }: ListedKind, page: ListPage, large?: LargeItems): PieceList {
  const { gvk, apiVersion, struct } = definition;
  const join: Join = {
    start: Buffer.from(
      `{"kind":"${listKindOf(definition)}","apiVersion":"${apiVersion}","metadata":${listMeta(page, !struct)},"items":[`,
    ),
    head: Buffer.from(struct ? `{"kind":"${gvk.kind}","apiVersion":"${apiVersion}",` : '{'),
    entries: page.entries,
    shown: ({ bytes, revision }) => form.show(bytes, revision),
    large: form.isServed
      ? () => undefined
      : (entry) => (form.isShown(entry.bytes, entry.revision) ? undefined : large?.encoded(entry)),
  };
  // Converted items are computed while sending, so their length is unknown, and so is how long that takes.
  return form.isServed ? { pieces: joined(join), bytes: joinedBytes(join) } : { pieces: joined(join, new StepTime()) };
}

interface Join {
  readonly start: Buffer;
  /** The common prefix of all items, which is skipped. */
  readonly head: Buffer;
  readonly entries: readonly Entry[];
  readonly shown: (entry: Entry) => Buffer;
  /** See `LargeItems`. */
  readonly large: (entry: Entry) => Promise<Buffer> | undefined;
}

/** Offset of an item's content, after its opening brace. A call of `compare` takes longer than the loop. */
function bodyOffset(item: Buffer, head: Buffer): number {
  for (let at = 0; at < head.length; at++) if (item[at] !== head[at]) return 1;
  return head.length;
}

function joinedBytes({ start, head, entries, shown }: Join): number {
  let bytes = start.length + END.length;
  for (let at = 0; at < entries.length; at++) {
    const item = shown(entries[at]!);
    bytes += item.length - bodyOffset(item, head) + (at === 0 ? 1 : SEPARATOR_BYTES);
  }
  return bytes;
}

/** @param time ends the steps. Default: only the size of pieces does. */
function* joined({ start, head, entries, shown, large }: Join, time?: StepTime): Generator<Piece> {
  let piece = Buffer.allocUnsafe(PIECE_BYTES);
  let used = start.copy(piece);
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at]!;
    const encoding = large(entry);
    const item = encoding ? yield* awaited(encoding) : shown(entry);
    const from = bodyOffset(item, head);
    const needed = SEPARATOR_BYTES + item.length - from;
    if (used + needed > piece.length) {
      yield piece.subarray(0, used);
      piece = Buffer.allocUnsafe(Math.max(PIECE_BYTES, needed));
      used = 0;
    }
    if (at > 0) piece[used++] = COMMA;
    piece[used++] = OPEN_BRACE;
    used += item.copy(piece, used, from);
    if (!time?.isOver) continue;
    yield NOTHING;
    time.begin();
  }
  if (used + END.length > piece.length) {
    yield piece.subarray(0, used);
    yield END;
    return;
  }
  used += END.copy(piece, used);
  yield piece.subarray(0, used);
}
