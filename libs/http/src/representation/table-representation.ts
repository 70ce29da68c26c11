import { DEFAULT_COLUMNS, type PrinterColumn, type ResourceDefinition } from '@orch/api';
import { jsonView, type ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Bookmark, Entry, ListPage, WatchEvent } from '@orch/registry';
import { eventBytes, eventLine } from '../negotiation/event-bytes.js';
import { jsonStatus } from '../negotiation/status-form.js';
import { metadataSpan, parseWithoutManagedFields } from './object-bytes.js';
import { writePartial } from './partial-representation.js';
import { PieceBuffer, writtenPieces } from './piece-buffer.js';
import type { ListedKind, Representation } from './representation.js';

export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** Table rows (A-086..A-089, C-063..C-080). `apiVersion` is the requested version of the meta group. */
export function tableRepresentation(
  apiVersion: string,
  includeObject: IncludeObject,
  nowMs: () => number,
): Representation {
  const start = (definition: ResourceDefinition, metadata: object, withDefinitions = true): string => {
    const columnDefinitions = withDefinitions ? columnDefinitionsOf(definition) : null;
    const head = JSON.stringify({ kind: 'Table', apiVersion, metadata, columnDefinitions });
    return `${head.slice(0, -1)},"rows":[`;
  };
  const writeRow = (definition: ResourceDefinition, bytes: Buffer, now: number, out: PieceBuffer): number => {
    const span = metadataSpan(bytes);
    const object = parseWithoutManagedFields(bytes, span);
    const cells = columnsOf(definition).map((column) => column.value(object, now));
    out.text(`{"cells":${JSON.stringify(cells)}${conditionsOf(definition, object)}`);
    if (includeObject !== 'None') out.text(',"object":');
    else if (definition.vocabulary.answers.rowWithoutObject === 'null') out.text(',"object":null');
    if (includeObject === 'Object') out.bytes(bytes, 0, bytes.length);
    if (includeObject === 'Metadata') writePartial(bytes, span, apiVersion, out);
    out.text('}');
    return bytes.length;
  };
  const oneRow = (definition: ResourceDefinition, bytes: Buffer | undefined, head: string): Buffer => {
    const out = new PieceBuffer();
    out.text(head);
    if (bytes) writeRow(definition, bytes, nowMs(), out);
    out.text(END);
    return out.take();
  };
  const rowEvent = (store: ListedKind, event: WatchEvent | Bookmark, withDefinitions: boolean): Buffer => {
    const { definition } = store;
    const head = start(definition, { resourceVersion: String(event.revision) }, withDefinitions);
    const bytes = event.type === 'BOOKMARK' ? undefined : eventBytes(store, event);
    return eventLine(event.type, oneRow(definition, bytes, head));
  };
  return {
    contentType: 'application/json',
    status: jsonStatus,
    watchKey: `table ${apiVersion} ${includeObject}`,
    item: (definition, bytes) => {
      const { resourceVersion } = parseWithoutManagedFields(bytes, metadataSpan(bytes)).metadata;
      return oneRow(definition, bytes, start(definition, { resourceVersion }));
    },
    list: ({ definition, form }, page, large) => {
      const now = nowMs();
      return {
        pieces: writtenPieces(
          start(definition, meta(page)),
          inRowOrder(definition, page.entries, (entry) => form.show(entry.bytes, entry.revision)),
          (entry, out) => writeRow(definition, form.show(entry.bytes, entry.revision), now, out),
          `${END}\n`,
          (entry) => large?.encoded(entry),
        ),
      };
    },
    event: (store, event) => rowEvent(store, event, false),
    firstEvent: (store, event) => rowEvent(store, event, true), // only this one has the columns (C-068)
  };
}

const END = ']}';

/** The member with the conditions of a row, if the kind has any. */
function conditionsOf({ declaration }: ResourceDefinition, object: ApiObject): string {
  const conditions = declaration.rowConditions?.(object);
  return conditions ? `,"conditions":${JSON.stringify(conditions)}` : '';
}

const columnsOf = ({ declaration }: ResourceDefinition): readonly PrinterColumn[] =>
  declaration.columns ?? DEFAULT_COLUMNS;

const columnDefinitionsOf = (definition: ResourceDefinition): readonly object[] =>
  columnsOf(definition).map((column) => describe(column, definition.vocabulary));

const meta = (page: ListPage) => ({
  resourceVersion: String(page.revision),
  continue: page.continue,
  remainingItemCount: page.remaining,
});

/** Entries in the order of the rows of their kind. Nothing else of the objects is parsed: all of a list are sorted in one turn. */
function inRowOrder(
  { declaration: { rowRank } }: ResourceDefinition,
  entries: readonly Entry[],
  bytesOf: (entry: Entry) => Buffer,
): readonly Entry[] {
  if (!rowRank) return entries;
  const ranked = entries.map((entry) => {
    const view = jsonView(bytesOf(entry)) as unknown as ApiObject;
    return { entry, name: entry.name, rank: rowRank(view) };
  });
  return ranked.sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1)).map(({ entry }) => entry);
}

const describe = (column: PrinterColumn, vocabulary: Vocabulary) => ({
  name: column.name,
  type: column.type,
  format: column.format ?? '',
  description: typeof column.description === 'function' ? column.description(vocabulary) : (column.description ?? ''),
  priority: column.priority ?? 0,
});
