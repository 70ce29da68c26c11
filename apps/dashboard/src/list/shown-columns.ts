import type { Column, Row } from '../api/table';
import { formatSpan } from '../ui/age';

/** A column as it is shown. */
export interface ShownColumn {
  readonly name: string;
  readonly description: string;
  /** What rows are sorted by. */
  readonly value: (row: Row) => unknown;
  readonly text: (row: Row, nowMs: number) => string;
  readonly role: 'name' | 'age' | 'status' | 'number' | 'text';
}

const STATUS = /^(status|phase|state|condition|approved|available|ready|type)$/i;

function roleOf({ name, type, format }: Column): ShownColumn['role'] {
  if (format === 'name' || name === 'Name') return 'name';
  if (name === 'Age') return 'age';
  if (STATUS.test(name)) return 'status';
  return type === 'integer' || type === 'number' ? 'number' : 'text';
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

function shownColumn(column: Column, index: number): ShownColumn {
  const role = roleOf(column);
  const { name, description = '' } = column;
  if (role === 'age') {
    // Computed here: the cell is as old as the row.
    return {
      name,
      description,
      role,
      value: ({ created }) => -created,
      text: ({ created }, nowMs) => (created === 0 ? '' : formatSpan(nowMs - created)),
    };
  }
  return { name, description, role, value: ({ cells }) => cells[index], text: ({ cells }) => cellText(cells[index]) };
}

const NAMESPACE: ShownColumn = {
  name: 'Namespace',
  description: '',
  role: 'text',
  value: ({ namespace }) => namespace,
  text: ({ namespace }) => namespace,
};

/** @param withNamespace rows of many namespaces are shown. @param isWide also columns of lower priority. */
export function shownColumns(columns: readonly Column[], withNamespace: boolean, isWide: boolean): ShownColumn[] {
  const shown = columns.flatMap((column, index) =>
    column.priority === 0 || isWide ? [shownColumn(column, index)] : [],
  );
  return withNamespace ? [...shown.slice(0, 1), NAMESPACE, ...shown.slice(1)] : shown;
}

const NARROWEST = 7;
const WIDEST = 44;

/** Widths for the texts of the first rows, for `grid-template-columns`. The name takes what is left. */
export function columnWidths(columns: readonly ShownColumn[], rows: readonly Row[], nowMs: number): string {
  return columns
    .map((column) => {
      const longest = rows
        .slice(0, 200)
        .reduce((most, row) => Math.max(most, column.text(row, nowMs).length), column.name.length + 2);
      const width = Math.min(WIDEST, Math.max(NARROWEST, longest + 2));
      return column.role === 'name' ? `minmax(${Math.max(16, width)}ch, 1fr)` : `${width}ch`;
    })
    .join(' ');
}
