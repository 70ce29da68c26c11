import { bookmarkObject, eventBytes, eventLine } from './event-bytes.js';
import { textPieces } from './text-pieces.js';
import { listMeta, parseObject, type Representation } from './representation.js';
import { jsonStatus } from './status-form.js';

const KIND = 'PartialObjectMetadata';

/** Only metadata of any kind (C-081, C-082). `apiVersion` is the meta group version the client asked for. */
export function partialRepresentation(apiVersion: string): Representation {
  const partial = (bytes: Buffer): string =>
    JSON.stringify({ kind: KIND, apiVersion, metadata: parseObject(bytes).metadata });
  return {
    contentType: 'application/json',
    status: jsonStatus,
    watchKey: `partial ${apiVersion}`,
    item: (_definition, bytes) => Buffer.from(partial(bytes)),
    list: (store, page) => ({
      pieces: textPieces(
        `{"kind":"${KIND}List","apiVersion":"${apiVersion}","metadata":${listMeta(page)},"items":[`,
        page.entries,
        (entry) => partial(store.form.show(entry.bytes)),
        ']}\n',
      ),
    }),
    event: (store, event) => {
      const end = store.definition.vocabulary.annotations.initialEventsEnd;
      const object =
        event.type === 'BOOKMARK' ? bookmarkObject(KIND, apiVersion, event, end) : partial(eventBytes(store, event));
      return eventLine(event.type, Buffer.from(object));
    },
  };
}
