import type { ApiList } from '@orch/apimachinery';
import { ListMemory, PageTokens, type HasMetadata } from '@orch/client';
import type { Session } from '../connection/session.js';
import { sortedBy } from '../printing/sort-objects.js';
import { tableOfObjects } from '../printing/object-table.js';
import { isObjectList, isServerTable, tableAccept, tabularShape, type ServerTable } from '../printing/server-table.js';
import { tableCells, tableHeader } from '../printing/table-rows.js';
import { textTable } from '../printing/text-table.js';
import { pathOf } from '../resources/object-scope.js';
import { qualifiedName, type CatalogEntry } from '../resources/resource-catalog.js';
import type { Target } from '../resources/targets.js';
import type { Output } from '../output.js';
import { eachFound, nothingFound, throwMissing, type GetQuery } from './get-query.js';

/** `get` for people: a table for each resource, a blank line between. @throws every NotFound, after the rest is shown. */
export async function getTables(session: Session, query: GetQuery, output: Output): Promise<void> {
  const texts: string[] = [];
  const missing: Error[] = [];
  for (const target of query.targets) {
    const found = await eachFound(callsFor(session, query, target), query);
    missing.push(...found.missing);
    const table = sorted(joined(found.results), query);
    if (table.rows?.length) texts.push(tableText(query, target, table));
  }
  output.out(texts.join('\n'));
  throwMissing(missing);
  if (texts.length === 0 && !query.ignoreNotFound) output.err(nothingFound(query));
}

/** Reads all pages of one revision. */
export async function listTable(session: Session, query: GetQuery, entry: CatalogEntry): Promise<ServerTable> {
  const pages: ServerTable[] = [];
  const tokens = new PageTokens();
  const memory = new ListMemory();
  let next: string | undefined;
  do {
    const path = pathOf(entry, query.namespace, undefined, {
      labelSelector: query.labelSelector,
      fieldSelector: query.fieldSelector,
      limit: query.limit > 0 ? query.limit : undefined,
      continue: next,
      includeObject: shownObject(query),
    });
    const page = await fetchTable(session, path, memory);
    pages.push(page);
    next = tokens.next(page.metadata?.continue, page.rows?.length ?? 0);
  } while (next);
  return joined(pages);
}

function callsFor(session: Session, query: GetQuery, target: Target): readonly (() => Promise<ServerTable>)[] {
  if (target.names.length === 0) return [() => listTable(session, query, target.entry)];
  return target.names.map(
    (name) => () =>
      fetchTable(session, pathOf(target.entry, query.namespace, name, { includeObject: shownObject(query) })),
  );
}

/** @param memory of the list that the table is a page of. */
async function fetchTable(session: Session, path: string, memory?: ListMemory): Promise<ServerTable> {
  const counted = memory ? { onSize: (bytes: number) => memory.add(bytes) } : {};
  const request = { method: 'GET', path, accept: tableAccept(session.vocabulary), ...counted } as const;
  const answer = await session.client.json<object>(request, tabularShape);
  if (isServerTable(answer)) return answer;
  if (!isObjectList(answer)) return tableOfObjects([answer as HasMetadata], Date.now());
  const { items, metadata } = answer as Partial<ApiList<HasMetadata>>;
  return { ...tableOfObjects(items ?? [], Date.now()), ...(metadata ? { metadata } : {}) };
}

function joined(tables: readonly ServerTable[]): ServerTable {
  const [first] = tables;
  const rows = tables.flatMap((table) => table.rows ?? []);
  return {
    kind: 'Table',
    columnDefinitions: first?.columnDefinitions ?? [],
    rows,
    ...(first?.metadata ? { metadata: first.metadata } : {}),
  };
}

/** Rows include whole objects when they are sorted by a field. */
const shownObject = ({ sortBy }: GetQuery): string | undefined => (sortBy ? 'Object' : undefined);

function sorted(table: ServerTable, { sortBy }: GetQuery): ServerTable {
  return sortBy ? { ...table, rows: sortedBy(table.rows ?? [], sortBy, (row) => row.object) } : table;
}

function tableText(query: GetQuery, target: Target, table: ServerTable): string {
  const several = new Set(query.targets.map(({ entry }) => qualifiedName(entry, entry.resource))).size > 1;
  const view = several
    ? { ...query.view, namePrefix: `${qualifiedName(target.entry, target.entry.kind.toLowerCase())}/` }
    : query.view;
  const ofEntry = { ...view, namespaces: view.namespaces && target.entry.namespaced };
  return textTable(query.header ? tableHeader(table, ofEntry) : undefined, tableCells(table, ofEntry));
}
