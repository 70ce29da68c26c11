import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';

import { tables } from './cells.mjs';
import { machineText } from './machine.mjs';
import { mergeRuns } from './merge-runs.mjs';

/** The bench writes the part of docs/benchmarks.md between these lines; the rest is written by hand. */
const BEGIN = '<!-- figures: written by npm run bench -->';
const END = '<!-- end of figures -->';

/**
 * Writes docs/benchmarks.json and the figures inside docs/benchmarks.md.
 * @param {string} docs the folder
 * @param {object} latest
 * @param {readonly string[]} [order] names of all measurements, where the run was not of all: the others stay as they were
 */
export async function writeDocuments(docs, latest, order) {
  mkdirSync(docs, { recursive: true });
  const figures = join(docs, 'benchmarks.json');
  const run = order ? mergeRuns(JSON.parse(readFileSync(figures, 'utf8')), latest, order) : latest;
  writeFileSync(figures, `${JSON.stringify(run, undefined, 2)}\n`);
  const file = join(docs, 'benchmarks.md');
  const text = readFileSync(file, 'utf8');
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${file} has lost the lines "${BEGIN}" and "${END}"`);
  const whole = `${text.slice(0, begin + BEGIN.length)}\n\n${markdown(run)}\n\n${text.slice(end)}`;
  writeFileSync(file, (await format(file, whole)).code);
}

const roundsText = (rounds) => (rounds === 1 ? '1 round' : `${rounds} rounds`);

function markdown(run) {
  const parts = [machineText(run.machine), `${roundsText(run.rounds)}, interleaved: median (min to max).`];
  if (run.quick) parts.push('A short run: it shows that the bench works, not how fast anything is.');
  for (const { title, setting, head, rows } of tables(run)) {
    const line = (cells) => `| ${cells.join(' | ')} |`;
    const rule = head.map((_, at) => (at === 0 ? '---' : '--:'));
    parts.push(`## ${title}`, ...(setting ? [setting] : []), [line(head), line(rule), ...rows.map(line)].join('\n'));
  }
  const { machine, rounds } = run;
  const others = run.measurements.filter(
    (one) => one.commit !== undefined && (one.commit !== machine.commit || one.rounds !== rounds),
  );
  for (const one of others) parts.push(`${one.title}: of commit ${one.commit}, ${roundsText(one.rounds)}.`);
  for (const skip of run.skipped) parts.push(`Skipped: ${skip}`);
  return parts.join('\n\n');
}
