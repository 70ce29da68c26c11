import { tables } from './cells.mjs';
import { machineText } from './machine.mjs';

/**
 * For the terminal.
 * @param {object} run
 */
export function runText(run) {
  const parts = [machineText(run.machine), `${run.rounds} rounds, interleaved: median (min to max).`];
  for (const { title, head, rows } of tables(run)) {
    const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at].length)));
    const line = (row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ');
    parts.push(['', title, line(head), ...rows.map(line)].join('\n'));
  }
  for (const skip of run.skipped) parts.push(`\nSkipped: ${skip}`);
  return `${parts.join('\n')}\n`;
}
