import type { Row } from '../api/table';
import type { ShownColumn } from './shown-columns';

export interface Arrangement {
  /** All words must occur in a row. */
  readonly filter: string;
  /** Name of a column; '' is the order of the server. */
  readonly sortBy: string;
  readonly isDescending: boolean;
}

const collator = new Intl.Collator('en', { numeric: true });

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(sortText(a), sortText(b));
}

function sortText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

const byKey = (a: Row, b: Row): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** A comparison for the arrangement; rows that are equal by it stay in the order of the server. */
function comparison(
  columns: readonly ShownColumn[],
  { sortBy, isDescending }: Arrangement,
): (a: Row, b: Row) => number {
  const column = columns.find(({ name }) => name === sortBy);
  if (column === undefined) return byKey;
  const sign = isDescending ? -1 : 1;
  return (a, b) => sign * compareValues(column.value(a), column.value(b)) || byKey(a, b);
}

const searched = new WeakMap<Row, string>();

function searchText(row: Row): string {
  let text = searched.get(row);
  if (text === undefined) {
    const labels = Object.entries(row.labels).map(([name, value]) => `${name}=${value}`);
    text = [row.name, row.namespace, ...row.cells, ...labels].join(' ').toLowerCase();
    searched.set(row, text);
  }
  return text;
}

/**
 * The rows to show, in order.
 * @param before the last result: rows that were there keep their places until they are sorted, which is fast when little changed.
 */
export function arrange(
  rows: ReadonlyMap<string, Row>,
  before: readonly Row[],
  columns: readonly ShownColumn[],
  arrangement: Arrangement,
): Row[] {
  const words = arrangement.filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const isWanted = (row: Row): boolean => words.every((word) => searchText(row).includes(word));
  const arranged: Row[] = [];
  const placed = new Set<string>();
  for (const { key } of before) {
    const row = rows.get(key);
    if (row === undefined || placed.has(key)) continue;
    placed.add(key);
    if (isWanted(row)) arranged.push(row);
  }
  for (const row of rows.values()) if (!placed.has(row.key) && isWanted(row)) arranged.push(row);
  return arranged.sort(comparison(columns, arrangement));
}
