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

type Compare = (a: Row, b: Row) => number;

/** A comparison for the arrangement; rows that are equal by it stay in the order of the server. */
function comparison(columns: readonly ShownColumn[], { sortBy, isDescending }: Arrangement): Compare {
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

function wanted({ filter }: Arrangement): (row: Row) => boolean {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return (row) => words.every((word) => searchText(row).includes(word));
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
  const isWanted = wanted(arrangement);
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

/**
 * The same from the last result, without a look at the rows that did not change.
 * HOT PATH (bench: dashboard): runs many times a second; nothing but one copy costs as much as the list is long.
 * @param before the last result, for the same columns and arrangement.
 * @param changes by key, the rows as they were in the last result.
 */
export function rearrange(
  rows: ReadonlyMap<string, Row>,
  before: readonly Row[],
  changes: ReadonlyMap<string, Row | undefined>,
  columns: readonly ShownColumn[],
  arrangement: Arrangement,
): Row[] {
  const isWanted = wanted(arrangement);
  const compare = comparison(columns, arrangement);
  /** By the row as it was; undefined: it is gone from its place. */
  const changed = new Map<Row, Row | undefined>();
  const added: Row[] = [];
  for (const [key, old] of changes) {
    const row = rows.get(key);
    const next = row !== undefined && isWanted(row) ? row : undefined;
    const shown = old !== undefined && isWanted(old) ? old : undefined;
    const isInPlace = shown !== undefined && next !== undefined && compare(shown, next) === 0;
    if (shown !== undefined) changed.set(shown, isInPlace ? next : undefined);
    if (next !== undefined && !isInPlace) added.push(next);
  }
  return merge(before, changed, added.sort(compare), compare);
}

/** The first index from `low` on whose row is not before `row`. */
function placeOf(arranged: readonly Row[], row: Row, compare: Compare, low = 0): number {
  let high = arranged.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(arranged[middle]!, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One array, of the length it needs: what is thrown away many times a second would be most of the memory of the page. */
function merge(
  before: readonly Row[],
  changed: ReadonlyMap<Row, Row | undefined>,
  added: readonly Row[],
  compare: Compare,
): Row[] {
  const merged: Row[] = [];
  merged.length = before.length + added.length;
  let [from, length] = [0, 0];
  const keepUntil = (end: number): void => {
    for (; from < end; from++) {
      const row = before[from]!;
      const kept = changed.has(row) ? changed.get(row) : row;
      if (kept !== undefined) merged[length++] = kept;
    }
  };
  for (const row of added) {
    keepUntil(placeOf(before, row, compare, from));
    merged[length++] = row;
  }
  keepUntil(before.length);
  merged.length = length;
  return merged;
}
