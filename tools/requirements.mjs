// node tools/requirements.mjs [--missing | --matrix | --check] [WORDS]: the requirement rows of docs/requirements and the tests that name them.
//   (nothing)   a line for each section: rows with a test, all rows
//   --missing   also the rows without a test
//   --matrix    a Markdown table of every row with its tests
//   --check     rows that do not exist and are named by code, tests or documents; status 1 when there are any
// WORDS: only sections whose title has them. A test names a row in its title or in a row of its table, not in a comment.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const ROWS = 'docs/requirements';
const FOLDERS = ['apps', 'libs', 'test', 'docs', 'examples', '.'];
const OMITTED = new Set(['node_modules', 'dist', 'coverage', 'corpus']);
const TEST = /\.(spec|e2e-spec|fuzz-spec)\.ts$|^test\/.*\.ts$/;
const CITED = /\b([ABCD])-(\d{3})(?:\s*(?:\.\.|to)\s*(?:[ABCD]-)?(\d{3}))?(?!\d)/g;
const COMMENT = /^\s*(\/\/|\*|\/\*)/;

/** Rows by id, in the order of their files. */
function readRows() {
  const rows = new Map();
  for (const file of ['resources.md', 'access-and-versions.md']) {
    let section = '';
    for (const line of readFileSync(join(ROOT, ROWS, file), 'utf8').split('\n')) {
      section = /^##+ (.*)/.exec(line)?.[1] ?? section;
      const row = /^\| *([ABCD]-\d{3}) *\|(.*)\|(.*)\| *$/.exec(line);
      if (row) rows.set(row[1], { id: row[1], section, text: row[2].trim(), see: row[3].trim(), tests: new Set() });
    }
  }
  return rows;
}

function* sources() {
  for (const folder of FOLDERS) {
    const recursive = folder !== '.';
    for (const entry of readdirSync(join(ROOT, folder), { recursive, withFileTypes: true })) {
      const path = relative(ROOT, join(entry.parentPath, entry.name));
      if (!entry.isFile() || !/\.(ts|mjs|cjs|md)$/.test(path) || path.startsWith(ROWS)) continue;
      if (!path.split('/').some((part) => OMITTED.has(part))) yield path;
    }
  }
}

/** The ids that a line names; a range names all in it. */
function* idsIn(line) {
  for (const [, letter, first, last = first] of line.matchAll(CITED))
    for (let n = Number(first); n <= Number(last); n++) yield `${letter}-${String(n).padStart(3, '0')}`;
}

const rows = readRows();
const unknown = [];
for (const path of sources()) {
  const isTest = TEST.test(path);
  for (const [at, line] of readFileSync(join(ROOT, path), 'utf8').split('\n').entries()) {
    for (const id of idsIn(line)) {
      if (!rows.has(id)) unknown.push(`${path}:${at + 1}: there is no row ${id} in ${ROWS}`);
      else if (isTest && !COMMENT.test(line)) rows.get(id).tests.add(path);
    }
  }
}

const args = process.argv.slice(2);
const words = args
  .filter((arg) => !arg.startsWith('--'))
  .join(' ')
  .toLowerCase();
const chosen = [...rows.values()].filter(({ section }) => section.toLowerCase().includes(words));
const sections = new Map();
for (const row of chosen) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);

if (args.includes('--check')) {
  for (const line of unknown) console.error(line);
  process.exitCode = unknown.length > 0 ? 1 : 0;
} else if (args.includes('--matrix')) {
  console.log('| row | requirement | tests |\n| --- | --- | --- |');
  for (const { id, text, tests } of chosen) console.log(`| ${id} | ${text} | ${[...tests].join('<br>')} |`);
} else {
  for (const [section, all] of sections) {
    const missing = all.filter(({ tests }) => tests.size === 0);
    console.log(`${String(all.length - missing.length).padStart(4)} / ${String(all.length).padEnd(4)} ${section}`);
    if (args.includes('--missing'))
      for (const { id, text, see } of missing) console.log(`${' '.repeat(12)}${id} ${text} To see it: ${see}`);
  }
  const named = chosen.filter(({ tests }) => tests.size > 0).length;
  console.log(`${String(named).padStart(4)} / ${chosen.length} rows are named by a test`);
}
