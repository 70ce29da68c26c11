import { ApiError } from '@orch/apimachinery';
import type { HasMetadata, WatchEvent } from '@orch/client';
import { concatMap, lastValueFrom } from 'rxjs';
import type { Session } from '../connection/session.js';
import { objectText, withoutManagedFields } from '../printing/object-output.js';
import type { OutputFormat } from '../printing/output-format.js';
import type { ServerTable } from '../printing/server-table.js';
import { tableCells, tableHeader } from '../printing/table-rows.js';
import { textTable } from '../printing/text-table.js';
import { scoped } from '../resources/object-scope.js';
import { objectLabel, type CatalogEntry } from '../resources/resource-catalog.js';
import { UserError } from '../user-error.js';
import type { Output } from '../output.js';
import { fetchOne, listTable } from './get-tables.js';
import type { GetQuery } from './get-query.js';

/** `get -w`: the objects, then each change until the server or the user ends it. One resource at a time. */
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
  const events = scoped(session, entry, query.namespace).watch({
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
    ...(query.labelSelector === undefined ? {} : { labelSelector: query.labelSelector }),
  });
  // One change after the other: lines stand in the order of the revisions.
  await lastValueFrom(events.pipe(concatMap((event) => view.change(event))), { defaultValue: undefined });
}

/** Shows what a watch brings, each object with the columns the server gives it. */
class WatchView {
  private headerShown = false;
  private widths: number[] = [];
  private readonly lastRows = new Map<string, readonly string[]>();

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

  async change(event: WatchEvent): Promise<void> {
    if (event.type === 'BOOKMARK') return;
    if (this.format !== 'table' && this.format !== 'wide') this.showObject(event.object);
    else if (event.type === 'DELETED') this.showLast(event.object);
    else await this.showCurrent(event.object);
  }

  private showObject(object: HasMetadata): void {
    if (this.format === 'name') this.output.out(`${objectLabel(this.entry, object.metadata.name ?? '')}\n`);
    else if (this.format === 'json') this.output.out(objectText(withoutManagedFields(object), 'json'));
    else this.output.out(`---\n${objectText(withoutManagedFields(object), 'yaml')}`);
  }

  /** Asks for the row: the server alone knows the columns of a kind. Gone meanwhile: its DELETED event follows. */
  private async showCurrent(object: HasMetadata): Promise<void> {
    try {
      this.showTable(
        await fetchOne(this.session, this.entry, object.metadata.namespace ?? '', object.metadata.name ?? ''),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== 'NotFound') throw error;
    }
  }

  private showLast(object: HasMetadata): void {
    const row = this.lastRows.get(keyOfRow(object));
    if (row) this.output.out(this.padded(row));
    this.lastRows.delete(keyOfRow(object));
  }

  private showTable(table: ServerTable): void {
    const view = { ...this.query.view, namespaces: this.query.view.namespaces && this.entry.namespaced };
    const cells = tableCells(table, view);
    const header = this.query.header && !this.headerShown && cells.length > 0 ? tableHeader(table, view) : undefined;
    for (const row of header ? [header, ...cells] : cells) {
      row.forEach((cell, column) => (this.widths[column] = Math.max(this.widths[column] ?? 0, cell.length)));
    }
    if (header) {
      this.headerShown = true;
      this.output.out(this.padded(header));
    }
    cells.forEach((row, index) => {
      const metadata = table.rows?.[index]?.object?.metadata;
      if (metadata) this.lastRows.set(keyOfRow({ metadata }), row);
      this.output.out(this.padded(row));
    });
  }

  /** Later rows line up with earlier ones as far as those were wide enough. */
  private padded(row: readonly string[]): string {
    return textTable(undefined, [
      row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(this.widths[column] ?? 0))),
    ]);
  }
}

function keyOfRow(object: Pick<HasMetadata, 'metadata'>): string {
  return `${object.metadata.namespace ?? ''}/${object.metadata.name ?? ''}`;
}
