import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Row } from '../api/table';
import { addShortcuts } from '../keyboard/shortcuts';

/** `j` and `k` choose a row, Enter opens it, `x` marks it. @returns the key of the chosen row. */
export function useSelection(
  rows: readonly Row[],
  scrollTo: (index: number) => void,
  open: (row: Row) => void,
  mark: ((row: Row) => void) | undefined,
): string | undefined {
  const [selected, setSelected] = useState<string | undefined>(undefined);
  const latest = useRef({ rows, selected, scrollTo, open, mark });
  latest.current = { rows, selected, scrollTo, open, mark };
  useLayoutEffect(() => {
    const move = (step: number): void => {
      const shown = latest.current;
      const index = shown.rows.findIndex(({ key }) => key === shown.selected);
      const next = Math.min(shown.rows.length - 1, Math.max(0, index + step));
      setSelected(shown.rows[next]?.key);
      shown.scrollTo(next);
    };
    const chosen = (): Row | undefined => latest.current.rows.find(({ key }) => key === latest.current.selected);
    return addShortcuts({
      j: () => move(1),
      k: () => move(-1),
      Enter: () => {
        const row = chosen();
        if (row !== undefined) latest.current.open(row);
      },
      x: () => {
        const row = chosen();
        if (row !== undefined) latest.current.mark?.(row);
      },
    });
  }, []);
  return selected;
}
