import { escapeLine } from '@orch/process';

/** Aligned columns without borders, separated by three spaces. */
const GAP = '   ';

// oxlint-disable-next-line no-control-regex
const ASCII = /^[\x20-\x7e]*$/;

/**
 * Aligned lines of a table, the header first when there is one. The last column is not padded. A cell is one line: what comes from objects
 * must not forge rows or move the cursor.
 * @returns text that ends with a line feed; empty when there is nothing.
 */
export function textTable(header: readonly string[] | undefined, rows: readonly (readonly string[])[]): string {
  const all = (header ? [header, ...rows] : rows).map((row) => row.map(escapeLine));
  const widths: number[] = [];
  for (const row of all) {
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell))));
  }
  return all.map((row) => `${line(row, widths)}\n`).join('');
}

function line(row: readonly string[], widths: readonly number[]): string {
  return row
    .map((cell, column) => {
      const isLast = column === row.length - 1;
      return isLast ? cell : cell + ' '.repeat((widths[column] ?? 0) - displayWidth(cell)) + GAP;
    })
    .join('');
}

/** Cells in a terminal. Nearly every cell is plain ASCII; the measuring of the rest is loaded when one is not. */
function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  const { default: stringWidth } = require('string-width') as typeof import('string-width');
  return stringWidth(text);
}
