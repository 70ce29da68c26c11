import type { ComponentChildren } from 'preact';

interface CardTableProps {
  /** What the table is of, for those who do not see it. */
  readonly label: string;
  readonly columns: readonly string[];
  /** Whether its rows stand closer to each other. */
  readonly isTight?: boolean;
  /** Its rows. */
  readonly children: ComponentChildren;
}

/** A table in a card. What is too wide is scrolled, also by keyboard. */
export function CardTable({ label, columns, isTight = false, children }: CardTableProps) {
  return (
    <div class={isTight ? 'card-table tight' : 'card-table'} role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
