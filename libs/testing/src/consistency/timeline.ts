import type { Operation, Outcome, Request } from './history.js';

/** Width of the bars in characters. */
const WIDTH = 40;

/**
 * Formats operations as a table, in order of their start, each with a bar from start to end; the bar of an unanswered one ends with
 * an arrow. Highlights `marked`.
 */
export function timeline(operations: readonly Operation[], marked?: string): string {
  const ordered = [...operations].sort((one, other) => one.start - other.start);
  const from = ordered[0]?.start ?? 0;
  const to = Math.max(...ordered.flatMap(({ start, end }) => (end === Infinity ? [start] : [start, end])), from + 1);
  const column = (time: number) => Math.round(((Math.min(time, to) - from) / (to - from)) * (WIDTH - 1));
  const bar = ({ start, end }: Operation) => {
    const first = column(start);
    const length = column(end) - first + 1;
    const line = end === Infinity ? '='.repeat(length - 1) + '>' : '='.repeat(length);
    return (' '.repeat(first) + line).padEnd(WIDTH);
  };
  const rows = ordered.map((operation) => [
    operation.id === marked ? '-->' : '',
    operation.start.toFixed(1),
    operation.end === Infinity ? 'never' : operation.end.toFixed(1),
    bar(operation),
    operation.id,
    operation.replica,
    operation.key,
    requestText(operation.request),
    outcomeText(operation.outcome),
  ]);
  return table([['', 'start ms', 'end ms', 'time', 'operation', 'server', 'object', 'request', 'response'], ...rows]);
}

function requestText(request: Request): string {
  const field = request.kind === 'patch' ? ` ${request.field}` : '';
  const expected = 'expected' in request && request.expected !== undefined ? ` if ${request.expected}` : '';
  return request.kind + field + expected;
}

function outcomeText(outcome: Outcome): string {
  switch (outcome.is) {
    case 'done':
      return outcome.found
        ? `${outcome.found.version}: last=${outcome.found.content.last} a=${outcome.found.content.a} b=${outcome.found.content.b}`
        : 'done';
    case 'refused':
    case 'unknown':
      return `${outcome.is} (${outcome.why})`;
    case 'absent':
    case 'exists':
    case 'conflict':
      return outcome.is;
  }
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
