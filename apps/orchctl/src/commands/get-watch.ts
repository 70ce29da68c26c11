import type { HasMetadata, WatchEvent } from '@orch/client';
import { lastValueFrom, takeUntil, tap, timer } from 'rxjs';
import type { Session } from '../connection/session.js';
import { objectText, withoutManagedFields } from '../printing/object-output.js';
import type { OutputFormat } from '../printing/output-format.js';
import { tableOfObjects } from '../printing/object-table.js';
import {
  isServerTable,
  tableAccept,
  tabularShape,
  type ColumnDefinition,
  type ServerTable,
} from '../printing/server-table.js';
import { tableCells, tableHeader } from '../printing/table-rows.js';
import { MAX_COLUMN_WIDTH, textTable } from '../printing/text-table.js';
import { pathOf, scoped } from '../resources/object-scope.js';
import { objectLabel, type CatalogEntry } from '../resources/resource-catalog.js';
import { UserError } from '../user-error.js';
import type { Output } from '../output.js';
import { listTable } from './get-tables.js';
import type { GetQuery } from './get-query.js';

/** `get -w`: the objects, then each change until the server, the user or `--request-timeout` ends it. One resource at a time. */
export async function watchTables(
  session: Session,
  query: GetQuery,
  changesOnly: boolean,
  format: OutputFormat,
  output: Output,
): Promise<void> {
  const [target, ...others] = query.targets;
  if (!target || others.length > 0 || target.names.length > 1) {
    throw new UserError('a watch is for one resource, or for one object of it');
  }
  const { entry } = target;
  const name = target.names[0];
  const fieldSelector = name === undefined ? query.fieldSelector : `metadata.name=${name}`;
  const narrowed: GetQuery = { ...query, fieldSelector };
  const view = new WatchView(session, narrowed, entry, format, output);

  const table = await listTable(session, narrowed, entry);
  if (!changesOnly) await view.present(table);
  const resourceVersion = table.metadata?.resourceVersion;
  const { namespace, labelSelector } = query;
  const path = pathOf(entry, namespace, undefined, { watch: 'true', resourceVersion, fieldSelector, labelSelector });
  const isForPeople = format === 'table' || format === 'wide';
  const accept = isForPeople ? tableAccept(session.vocabulary) : 'application/json';
  const events = session.client.watch<HasMetadata | ServerTable>({ path, accept, shape: tabularShape });
  const changes = events.pipe(
    takeUntil(timer(session.requestTimeoutMs)),
    tap((event) => view.change(event)),
  );
  await lastValueFrom(changes, { defaultValue: undefined });
}

/** Prints the events of a watch as rows, with the columns of the server. */
class WatchView {
  private headerShown = false;
  private widths: number[] = [];
  private columns: readonly ColumnDefinition[] = [];

  constructor(
    private readonly session: Session,
    private readonly query: GetQuery,
    private readonly entry: CatalogEntry,
    private readonly format: OutputFormat,
    private readonly output: Output,
  ) {}

  /** The state before the first change. */
  async present(table: ServerTable): Promise<void> {
    if (this.format === 'table' || this.format === 'wide') {
      this.showTable(table);
      return;
    }
    for (const row of table.rows ?? []) {
      const { namespace = '', name = '' } = row.object?.metadata ?? {};
      const object = await scoped(this.session, this.entry, namespace).find({ namespace, name });
      if (object) this.showObject(object);
    }
  }

  /** One row per event, with the state of the object at that time; for a delete, its last state. */
  change({ type, object }: WatchEvent<HasMetadata | ServerTable>): void {
    if (type === 'BOOKMARK') return;
    if (isServerTable(object)) this.showTable(object);
    else if (this.format === 'table' || this.format === 'wide') this.showTable(tableOfObjects([object], Date.now()));
    else this.showObject(object);
  }

  private showObject(object: HasMetadata): void {
    if (this.format === 'name') this.output.out(`${objectLabel(this.entry, object.metadata.name ?? '')}\n`);
    else if (this.format === 'json') this.output.raw(objectText(withoutManagedFields(object), 'json'));
    else this.output.raw(`---\n${objectText(withoutManagedFields(object), 'yaml')}`);
  }

  private showTable(answer: ServerTable): void {
    // Later events of a watch omit the columns: those of the first one apply.
    if (answer.columnDefinitions?.length) this.columns = answer.columnDefinitions;
    const table = { ...answer, columnDefinitions: this.columns };
    const view = { ...this.query.view, namespaces: this.query.view.namespaces && this.entry.namespaced };
    const cells = tableCells(table, view);
    const header = this.query.header && !this.headerShown && cells.length > 0 ? tableHeader(table, view) : undefined;
    for (const row of header ? [header, ...cells] : cells) {
      row.forEach(
        (cell, column) =>
          (this.widths[column] = Math.min(Math.max(this.widths[column] ?? 0, cell.length), MAX_COLUMN_WIDTH)),
      );
    }
    if (header) {
      this.headerShown = true;
      this.output.out(this.padded(header));
    }
    for (const row of cells) this.output.out(this.padded(row));
  }

  /** Aligns later rows with earlier ones where the columns are wide enough. */
  private padded(row: readonly string[]): string {
    return textTable(undefined, [
      row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(this.widths[column] ?? 0))),
    ]);
  }
}
