import type { PrinterColumn } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { ListPage, ResourceStore } from '@orch/registry';
import { eventBytes, eventLine } from './event-bytes.js';
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
  const table = (
    store: ResourceStore,
    metadata: object,
    objects: readonly ApiObject[],
    withDefinitions = true,
  ): Buffer => {
    const columns = store.definition.declaration.columns ?? DEFAULT_COLUMNS;
    const now = nowMs();
    return Buffer.from(
      JSON.stringify({
        kind: 'Table',
        apiVersion,
        metadata,
        columnDefinitions: withDefinitions ? columns.map(describe) : [],
        rows: objects.map((object) => row(object, columns, includeObject, apiVersion, now)),
      }),
    );
  };
  return {
    contentType: 'application/json',
    status: jsonStatus,
    // Only the first event of a watch carries the columns (C-068), so encoded events are no one else's.
    watchKey: `table ${nextWatch++}`,
    item: (store, bytes) => {
      const object = parseObject(bytes);
      return table(store, { resourceVersion: object.metadata.resourceVersion }, [object]);
    },
    list: (store, page) => [
      table(
        store,
        meta(page),
        page.entries.map((entry) => store.object(entry)),
      ),
    ],
    event: (store, event) => {
      const objects = event.type === 'BOOKMARK' ? [] : [parseObject(eventBytes(store, event))];
      const bytes = table(store, { resourceVersion: String(event.revision) }, objects, !definitionsSent);
      definitionsSent = true;
      return eventLine(event.type, bytes);
    },
  };
}

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
