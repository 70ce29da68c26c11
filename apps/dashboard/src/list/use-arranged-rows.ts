import { useMemo } from 'preact/hooks';
import type { Row } from '../api/table';
import type { ListQuery } from '../live/list-query';
import type { LiveTable } from '../live/live-table';
import type { Arrangement } from './arrange';
import { RowOrder } from './row-order';
import { columnWidths, type ShownColumn, shownColumns } from './shown-columns';

/** The parameters of the address that arrange a list. */
export function arrangementOf(parameters: URLSearchParams): Arrangement {
  const sort = parameters.get('sort') ?? '';
  return { filter: parameters.get('q') ?? '', sortBy: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') };
}

/** Ascending, then descending, then the order of the server. */
export function nextSort(name: string, { sortBy, isDescending }: Arrangement): string {
  if (sortBy !== name) return name;
  return isDescending ? '' : `-${name}`;
}

export interface ArrangedRows {
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly Row[];
  /** For `grid-template-columns`. */
  readonly widths: string;
}

const NO_ROWS: readonly Row[] = [];

/** What is shown of a table. */
export function useArrangedRows(
  table: LiveTable | undefined,
  { resource, namespace }: ListQuery,
  arrangement: Arrangement,
  isWide: boolean,
): ArrangedRows {
  const columns = useMemo(
    () => shownColumns(table?.columns ?? [], resource.namespaced && namespace === '', isWide),
    [table?.columns, resource, namespace, isWide],
  );
  const order = useMemo(() => table && new RowOrder(table), [table]);
  const rows = order?.current(columns, arrangement) ?? NO_ROWS;
  const hasRows = rows.length > 0;
  const widths = useMemo(() => columnWidths(columns, rows, Date.now()), [columns, hasRows]);
  return { columns, rows, widths };
}
