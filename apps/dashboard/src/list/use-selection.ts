import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Row } from '../api/table';
import { addShortcuts } from '../keyboard/shortcuts';

/** `j` and `k` choose a row, Enter opens it. @returns the key of the chosen row. */
export function useSelection(
  rows: readonly Row[],
  scrollTo: (index: number) => void,
  open: (row: Row) => void,
): string | undefined {
  const [selected, setSelected] = useState<string | undefined>(undefined);
  const latest = useRef({ rows, selected, scrollTo, open });
  latest.current = { rows, selected, scrollTo, open };
  useLayoutEffect(() => {
    const move = (step: number): void => {
      const shown = latest.current;
      const index = shown.rows.findIndex(({ key }) => key === shown.selected);
      const next = Math.min(shown.rows.length - 1, Math.max(0, index + step));
      setSelected(shown.rows[next]?.key);
      shown.scrollTo(next);
    };
    return addShortcuts({
      j: () => move(1),
      k: () => move(-1),
      Enter: () => {
        const row = latest.current.rows.find(({ key }) => key === latest.current.selected);
        if (row !== undefined) latest.current.open(row);
      },
    });
  }, []);
  return selected;
}
