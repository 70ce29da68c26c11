import { useCallback, useState } from 'preact/hooks';
import type { Row } from '../api/table';
import type { LiveTable } from '../live/live-table';

/** Rows that are marked, to do something with all of them. */
export interface Marks {
  /** By key, as they were when they were marked. */
  readonly rows: ReadonlyMap<string, Row>;
  /** Marks a row, or removes its mark. The same function for the same list. */
  readonly toggle: (row: Row) => void;
  readonly replace: (rows: readonly Row[]) => void;
}

const NONE: ReadonlyMap<string, Row> = new Map();

/**
 * Marks of a list. They end with what is listed: what is not shown must not be marked.
 * @param scope another one when other rows are listed: namespace, selectors, filter.
 */
export function useMarks(table: LiveTable | undefined, scope: string): Marks {
  const [{ of, marked }, set] = useState({ of: scope, marked: NONE });
  const toggle = useCallback(
    (row: Row): void =>
      set((before) => ({ of: scope, marked: toggled(before.of === scope ? before.marked : NONE, row) })),
    [scope],
  );
  const replace = useCallback(
    (rows: readonly Row[]): void => set({ of: scope, marked: new Map(rows.map((row) => [row.key, row])) }),
    [scope],
  );
  return { rows: of === scope && table !== undefined ? present(marked, table) : NONE, toggle, replace };
}

function toggled(marked: ReadonlyMap<string, Row>, row: Row): ReadonlyMap<string, Row> {
  const next = new Map(marked);
  if (!next.delete(row.key)) next.set(row.key, row);
  return next;
}

/** Without those that are gone, or have been replaced by others of their name. */
function present(marked: ReadonlyMap<string, Row>, { rows }: LiveTable): ReadonlyMap<string, Row> {
  if (marked.size === 0) return NONE;
  return new Map([...marked].filter(([key, { uid }]) => rows.get(key)?.uid === uid));
}
