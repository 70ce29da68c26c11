import type { ServerTable, TableRow } from './server-table.js';
import { escapeLine } from '@orch/process';

/** Options for printing a table. */
export interface TableView {
  readonly wide: boolean;
  /** A first column with the namespace of each object. */
  readonly namespaces: boolean;
  /** A last column with the labels of each object. */
  readonly labels: boolean;
  /** Put before each name: `pod/`. Default: nothing. */
  readonly namePrefix?: string;
}

/** Headings, upper case. */
export function tableHeader(table: ServerTable, view: TableView): readonly string[] {
  const names = shownColumns(table, view).map((column) =>
    (table.columnDefinitions?.[column]?.name ?? '').toUpperCase(),
  );
  return around(view, 'NAMESPACE', names, 'LABELS');
}

/** Cells as text, one list a row. */
export function tableCells(table: ServerTable, view: TableView): readonly (readonly string[])[] {
  const columns = shownColumns(table, view);
  const nameColumn = (table.columnDefinitions ?? []).findIndex((column) => column.name.toLowerCase() === 'name');
  return (table.rows ?? []).map((row) => {
    const cells = columns.map((column) => {
      const text = cellText(row.cells[column]);
      return column === nameColumn ? `${view.namePrefix ?? ''}${text}` : text;
    });
    return around(view, row.object?.metadata?.namespace ?? '', cells, labelsText(row));
  });
}

function shownColumns(table: ServerTable, view: TableView): readonly number[] {
  return (table.columnDefinitions ?? []).flatMap((column, index) => (view.wide || !column.priority ? [index] : []));
}

function around(view: TableView, namespace: string, cells: readonly string[], labels: string): readonly string[] {
  return [...(view.namespaces ? [namespace] : []), ...cells, ...(view.labels ? [labels] : [])];
}

/** A cell without value is empty, as a path of a custom kind's column that selects nothing. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return escapeLine(typeof cell === 'object' ? JSON.stringify(cell) : String(cell as string | number | boolean));
}

function labelsText(row: TableRow): string {
  const labels = Object.entries(row.object?.metadata?.labels ?? {});
  return labels.length === 0 ? '<none>' : labels.map(([key, value]) => `${key}=${value}`).join(',');
}
