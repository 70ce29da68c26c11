// Entry of `npm run bench`: reads the flags, runs the measurements one after the other, prints and writes the report.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ensureTools } from './drive/tools.mjs';
import { measurements } from './measurements/measurements.mjs';
import { readOptions } from './options.mjs';
import { writeDocuments } from './report/documents.mjs';
import { describeMachine } from './report/machine.mjs';
import { runText } from './report/text.mjs';
import { runRounds } from './rounds.mjs';
import { openOnBoth } from './two-builds.mjs';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const tell = (text) => process.stderr.write(`${text}\n`);

/** Ends with status 2 and one line that says what to do. */
const refuse = (message) => {
  tell(`bench: ${message}`);
  process.exit(2);
};

let options;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  refuse(`${error.message}; see --help`);
}
if (options.list) {
  for (const { name, title } of measurements) process.stdout.write(`${name.padEnd(20)}${title}\n`);
  process.exit(0);
}
const unknown = options.only.find((name) => measurements.every((one) => one.name !== name));
if (unknown !== undefined) refuse(`--only: there is no measurement "${unknown}"; see --list`);
const root = resolve(options.root ?? PROJECT);
const before = options.before && resolve(options.before);
for (const build of [root, before]) {
  if (build && !existsSync(join(build, 'dist/apps/apiserver')))
    refuse(`${build} is not built: run "npm run build" first`);
}
if (options.reference && !existsSync(options.reference)) refuse(`--reference: there is no file ${options.reference}`);

const workDir = mkdtempSync(join(options.workDir ?? tmpdir(), 'orch-bench-'));
process.on('exit', () => rmSync(workDir, { recursive: true, force: true, maxRetries: 3 }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1)); // so that what hangs on exit runs

const tools = ensureTools(tell);
const skipped = [];
if (tools.etcd === undefined) skipped.push('etcd is not installed.');
if (tools.redis === undefined) skipped.push('redis-server is not installed, so nothing was measured on Redis.');
if (tools.chromium === undefined) skipped.push('chromium is not installed, so the dashboard was not measured.');
if (tools.h2load === undefined) refuse('h2load drives every measurement: install the package nghttp2-client');

const env = {
  root,
  quick: options.quick,
  seconds: options.quick ? 1 : 4,
  warmUpSeconds: options.quick ? 0.5 : 1,
  manyObjects: options.objects,
  churnSeconds: options.churnSeconds,
  reference: tools.etcd && options.reference && resolve(options.reference),
  tools,
  folder: (name) => {
    const folder = join(workDir, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  },
};

const run = {
  machine: describeMachine(root, workDir, tools),
  rounds: options.rounds,
  quick: options.quick,
  measurements: [],
  goals: [],
  skipped,
};
for (const measurement of measurements) {
  const { name, title, setting, columns, needs } = measurement;
  if (options.only.length > 0 && !options.only.includes(name)) continue;
  if (needs !== undefined && tools[needs] === undefined) continue;
  tell(`${name}: ${title}`);
  const running = await (before ? openOnBoth(measurement, env, before) : measurement.open(env));
  try {
    const { rows, goals } = await runRounds(running, options.rounds, tell);
    run.measurements.push({ name, title, setting, columns, rows });
    run.goals.push(...goals);
  } finally {
    await running.close();
  }
}
process.stdout.write(runText(run));
const isWhole = !options.quick && options.only.length === 0;
if ((isWhole && !before) || options.write) {
  const names = measurements.map(({ name }) => name);
  await writeDocuments(join(PROJECT, 'docs'), run, isWhole ? undefined : names);
}
process.exit(0);
