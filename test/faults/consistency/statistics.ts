import type { Operation } from '@orch/testing';
import type { Recording } from './recording.js';

/** A fault that happened, from its beginning until the next began. */
export interface Incident {
  readonly fault: string;
  readonly start: number;
  /** When everything was as before. */
  readonly healed: number;
  readonly what: string;
}

interface Row {
  times: number;
  ok: number;
  refused: number;
  unknown: number;
  gone: number;
  longestMs: number;
}

/** What clients felt of each kind of fault, as a table. */
export function statistics({ operations, journeys }: Recording, incidents: readonly Incident[], end: number): string {
  const rows = new Map<string, Row>();
  const ordered = [...operations].sort((one, other) => one.start - other.start);
  const answers = operations
    .filter(isAnswered)
    .map((operation) => operation.end)
    .sort((one, other) => one - other);
  const gone = journeys.flatMap(({ steps }) => steps.filter(({ is }) => is === 'gone').map(({ at }) => at));
  incidents.forEach(({ fault, start }, at) => {
    const until = incidents[at + 1]?.start ?? end;
    const row = rows.get(fault) ?? { times: 0, ok: 0, refused: 0, unknown: 0, gone: 0, longestMs: 0 };
    rows.set(fault, row);
    row.times++;
    for (const operation of ordered) {
      if (operation.start < start || operation.start >= until) continue;
      if (isAnswered(operation)) row.ok++;
      else if (operation.outcome.is === 'refused') row.refused++;
      else row.unknown++;
    }
    row.gone += gone.filter((time) => time >= start && time < until).length;
    row.longestMs = Math.max(row.longestMs, longestPause(answers, start, until));
  });
  const head = ['fault', 'times', 'ok', 'refused', 'unknown', '410', 'longest without an answer'];
  const cells = [...rows].map(([fault, row]) => [
    fault,
    ...[row.times, row.ok, row.refused, row.unknown, row.gone].map(String),
    `${(row.longestMs / 1_000).toFixed(1)} s`,
  ]);
  const all = [head, ...cells];
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]!.length)));
  return all
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  '))
    .join('\n');
}

/** The outcome is known: the write was done, or was rejected because of the current object. */
const isAnswered = ({ outcome }: Operation): boolean => outcome.is !== 'refused' && outcome.is !== 'unknown';

function longestPause(answers: readonly number[], from: number, to: number): number {
  let last = from;
  let longest = 0;
  for (const time of answers) {
    if (time < from) continue;
    if (time >= to) break;
    longest = Math.max(longest, time - last);
    last = time;
  }
  return Math.max(longest, to - last);
}
