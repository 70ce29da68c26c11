import type { PrinterColumn, ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { Entry, ListPage } from '@orch/registry';
import { eventBytes, eventLine } from './event-bytes.js';
import { textPieces } from './text-pieces.js';
import { parseObject, type Representation } from './representation.js';
import { jsonStatus } from './status-form.js';

export type IncludeObject = 'None' | 'Metadata' | 'Object';

const DEFAULT_COLUMNS: readonly PrinterColumn[] = [
  {
    name: 'Name',
    type: 'string',
    format: 'name',
    description: 'Name of the object',
    value: (o) => o.metadata.name ?? '',
  },
  {
    name: 'Created At',
    type: 'date',
    description: 'When the server made the object',
    value: (o) => o.metadata.creationTimestamp ?? null,
  },
];

let nextWatch = 1;

/** Rows of cells for people (A-086..A-089, C-063..C-080). `apiVersion` is the meta group version the client asked for. */
export function tableRepresentation(
  apiVersion: string,
  includeObject: IncludeObject,
  nowMs: () => number,
): Representation {
  let definitionsSent = false;
  const start = (definition: ResourceDefinition, metadata: object, withDefinitions = true): string => {
    const definitions = withDefinitions ? columnsOf(definition).map(describe) : [];
    const head = JSON.stringify({ kind: 'Table', apiVersion, metadata, columnDefinitions: definitions });
    return `${head.slice(0, -1)},"rows":[`;
  };
  const rowOf = (definition: ResourceDefinition, object: ApiObject, now: number): string =>
    JSON.stringify(row(object, columnsOf(definition), includeObject, apiVersion, now));
  return {
    contentType: 'application/json',
    status: jsonStatus,
    // Only the first event of a watch carries the columns (C-068), so encoded events are no one else's.
    watchKey: `table ${nextWatch++}`,
    item: (definition, bytes) => {
      const object = parseObject(bytes);
      const { resourceVersion } = object.metadata;
      return Buffer.from(start(definition, { resourceVersion }) + rowOf(definition, object, nowMs()) + END);
    },
    list: (store, page) => {
      const now = nowMs();
      const rowAt = (entry: Entry) => rowOf(store.definition, store.object(entry), now);
      return { pieces: textPieces(start(store.definition, meta(page)), page.entries, rowAt, `${END}\n`) };
    },
    event: (store, event) => {
      const rows =
        event.type === 'BOOKMARK' ? '' : rowOf(store.definition, parseObject(eventBytes(store, event)), nowMs());
      const text = start(store.definition, { resourceVersion: String(event.revision) }, !definitionsSent) + rows + END;
      definitionsSent = true;
      return eventLine(event.type, Buffer.from(text));
    },
  };
}

const END = ']}';

const columnsOf = ({ declaration }: ResourceDefinition): readonly PrinterColumn[] =>
  declaration.columns ?? DEFAULT_COLUMNS;

const meta = (page: ListPage) => ({
  resourceVersion: String(page.revision),
  continue: page.continue,
  remainingItemCount: page.remaining,
});

const describe = (column: PrinterColumn) => ({
  name: column.name,
  type: column.type,
  format: column.format ?? '',
  description: column.description ?? '',
  priority: column.priority ?? 0,
});

function row(
  object: ApiObject,
  columns: readonly PrinterColumn[],
  include: IncludeObject,
  apiVersion: string,
  nowMs: number,
) {
  const cells = columns.map((column) => column.value(object, nowMs));
  switch (include) {
    case 'None':
      return { cells };
    case 'Object':
      return { cells, object };
    case 'Metadata':
      return { cells, object: { kind: 'PartialObjectMetadata', apiVersion, metadata: object.metadata } };
  }
}
