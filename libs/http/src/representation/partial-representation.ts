import { bookmarkObject, eventBytes, eventLine } from '../negotiation/event-bytes.js';
import { jsonStatus } from '../negotiation/status-form.js';
import { metadataSpan, type Span } from './object-bytes.js';
import { PieceBuffer, writtenPieces } from './piece-buffer.js';
import { listMeta, type ListedKind, type Representation } from './representation.js';

export const PARTIAL_KIND = 'PartialObjectMetadata';

/** Writes the partial object of JSON bytes: its metadata, at `span`. */
export function writePartial(bytes: Buffer, { start, end }: Span, apiVersion: string, out: PieceBuffer): void {
  out.text(`{"kind":"${PARTIAL_KIND}","apiVersion":"${apiVersion}","metadata":`);
  out.bytes(bytes, start, end);
  out.text('}');
}

/** Metadata only, of any kind (C-081, C-082). `apiVersion` is the requested version of the meta group. */
export function partialRepresentation(apiVersion: string): Representation {
  const partial = (bytes: Buffer): Buffer => {
    const out = new PieceBuffer();
    writePartial(bytes, metadataSpan(bytes), apiVersion, out);
    return out.take();
  };
  return {
    contentType: 'application/json',
    status: jsonStatus,
    watchKey: `partial ${apiVersion}`,
    item: (_definition, bytes) => partial(bytes),
    list: ({ form }, page, large) => ({
      pieces: writtenPieces(
        `{"kind":"${PARTIAL_KIND}List","apiVersion":"${apiVersion}","metadata":${listMeta(page)},"items":[`,
        page.entries,
        (entry, out) => {
          const bytes = form.show(entry.bytes, entry.revision);
          const span = metadataSpan(bytes);
          writePartial(bytes, span, apiVersion, out);
          return span.end;
        },
        ']}\n',
        (entry) => (form.isShown(entry.bytes, entry.revision) ? undefined : large?.encoded(entry)),
      ),
    }),
    event: (store, event) => {
      if (event.type !== 'BOOKMARK') return eventLine(event.type, partial(eventBytes(store, event)));
      return eventLine(event.type, Buffer.from(bookmarkObject(PARTIAL_KIND, apiVersion, event, endMark(store))));
    },
  };
}

/** Annotation that marks the end of initial events. */
const endMark = ({ definition }: ListedKind): string => definition.vocabulary.annotations.initialEventsEnd;
