import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { printHistory } from '@orch/testing';
import type { FaultRun } from './run-faults.js';
import type { Topology } from './topology.js';

const FOLDER = resolve(__dirname, '../../../coverage/faults');

/** Writes down all of a run. Returns the folder. */
export function keepHistory(name: string, run: FaultRun, topology: Topology): string {
  const folder = join(FOLDER, name);
  mkdirSync(folder, { recursive: true });
  const keep = (file: string, text: string) => writeFileSync(join(folder, file), text);
  keep('violations.txt', run.violations.map(({ rule, text }) => `${rule}\n${text}\n`).join('\n'));
  const incidents = run.incidents.map(
    ({ start, healed, what }) => `${start.toFixed(1)} - ${healed.toFixed(1)}  ${what}`,
  );
  keep('incidents.txt', [`milliseconds since ${run.recording.startedAt}`, ...incidents].join('\n'));
  keep('statistics.txt', run.statistics);
  keep('history.txt', printHistory(run.recording));
  keep('history.json', JSON.stringify({ operations: run.recording.operations, journeys: run.recording.journeys }));
  for (const [process, log] of Object.entries(topology.logs())) keep(`${process}.log`, log);
  return folder;
}
