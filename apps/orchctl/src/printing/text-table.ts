import { escapeLine } from '@orch/process';

/** Aligned columns without borders, separated by three spaces. */
const GAP = '   ';

/** Columns are padded up to this width: a cell of a megabyte, which any writer of an object may cause, would be repeated as spaces in each row. */
export const MAX_COLUMN_WIDTH = 1_000;
/** Code units of a cell that is not measured, but taken for wider than that. */
const UNMEASURED_LENGTH = 8 * MAX_COLUMN_WIDTH;

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
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, paddedWidth(cell))));
  }
  return all.map((row) => `${line(row, widths)}\n`).join('');
}

function line(row: readonly string[], widths: readonly number[]): string {
  return row
    .map((cell, column) => {
      const isLast = column === row.length - 1;
      return isLast ? cell : cell + ' '.repeat((widths[column] ?? 0) - paddedWidth(cell)) + GAP;
    })
    .join('');
}

/** Width of a cell, as far as it is padded. */
const paddedWidth = (text: string): number =>
  text.length > UNMEASURED_LENGTH ? MAX_COLUMN_WIDTH : Math.min(displayWidth(text), MAX_COLUMN_WIDTH);

/** Cells in a terminal. Nearly every cell is plain ASCII; the measuring of the rest is loaded when one is not. */
function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  const { default: stringWidth } = require('string-width') as typeof import('string-width');
  return stringWidth(text);
}
