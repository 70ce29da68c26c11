// node tools/references.mjs: every reference between code and documents resolves; status 1 when one does not. Part of `npm run lint`.
//   links      relative links of Markdown name files that exist and headings that exist in them
//   citations  `decision NNN`, `docs/....md`, `ARCHITECTURE.md` and the like in code and documents exist; nothing cites a document
//              that is not in the repository
//   files      names of source files in backticks of a document are those of a file of the repository; paths from the root, and of
//              files from the page (`../`), exist
//   decisions  docs/decisions/README.md lists every decision under its title, and explains every number that is not used
//   libraries  ARCHITECTURE.md lists every library
//   marks      `HOT PATH (bench: NAME)` names a measurement of `npm run bench`, each measurement is named by a mark, and
//              ARCHITECTURE.md lists each
// Requirement rows (`A-012`) have their own check: tools/requirements.mjs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { measurements } from '../test/bench/measurements/measurements.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDERS = ['apps', 'libs', 'test', 'tools', 'docs', 'examples', 'config', 'bin', '.'];
const OMITTED = new Set(['node_modules', 'dist', 'coverage', 'corpus']);
const DECISIONS = 'docs/decisions';

const problems = [];
const problem = (path, line, text) => problems.push(`${path}:${line + 1}: ${text}`);
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

function* files(pattern) {
  for (const folder of FOLDERS) {
    const recursive = folder !== '.';
    for (const entry of readdirSync(join(ROOT, folder), { recursive, withFileTypes: true })) {
      const path = relative(ROOT, join(entry.parentPath, entry.name));
      if (
        entry.isFile() &&
        !path.startsWith('docs/api/') &&
        pattern.test(path) &&
        !path.split('/').some((part) => OMITTED.has(part))
      )
        yield path;
    }
  }
}

/** Lines of a Markdown page; those of code blocks are empty. */
function proseOf(text) {
  let fence;
  return text.split('\n').map((line) => {
    const mark = /^ *(```+|~~~+)/.exec(line)?.[1];
    if (fence === undefined && mark === undefined) return line;
    fence = fence === undefined ? mark : mark?.startsWith(fence) ? undefined : fence;
    return '';
  });
}

const slugsByPage = new Map();
/** The anchors of a page's headings, as GitHub makes them. */
function slugsOf(path) {
  const known = slugsByPage.get(path);
  if (known) return known;
  const slugs = new Set();
  for (const line of proseOf(read(path))) {
    const title = /^#{1,6} (.*)$/.exec(line)?.[1];
    if (title === undefined) continue;
    const plain = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    let unique = slug;
    for (let n = 1; slugs.has(unique); n++) unique = `${slug}-${n}`;
    slugs.add(unique);
  }
  slugsByPage.set(path, slugs);
  return slugs;
}

function checkLinks(path) {
  for (const [at, line] of proseOf(read(path)).entries()) {
    for (const [, target] of line.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^()\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file, anchor] = target.split('#');
      const page = file === '' ? path : join(dirname(path), decodeURIComponent(file));
      if (page.startsWith('..') || !existsSync(join(ROOT, page))) problem(path, at, `there is no ${target}`);
      else if (anchor !== undefined && page.endsWith('.md') && !slugsOf(page).has(anchor))
        problem(path, at, `${page} has no heading #${anchor}`);
    }
  }
}

const sources = [...files(/\.(ts|mjs|cjs)$/)].map((path) => `/${path}`);
const isSource = (name) => sources.some((path) => path.endsWith(`/${name}`) || path.endsWith(`.${name}`));

/** `client.ts`, `watch/fan-out.ts`, `../watch/fan-out.ts`, `libs/http/src`; of a suffix alone (`.spec.ts`) any file will do. */
function checkFileNames(path) {
  const fromPage = (name) => join(dirname(path), name);
  for (const [at, line] of proseOf(read(path)).entries()) {
    for (const [, name] of line.matchAll(/`((?:[\w@.-]+\/)*[\w.-]+\.(?:ts|mjs|cjs))`/g))
      if (!(name.startsWith('../') ? isPath(fromPage(name)) : isSource(name)))
        problem(path, at, `there is no file ${name}`);
    for (const [, name] of line.matchAll(/`((?:libs|test|tools|examples|config)\/[\w./-]*)`/g))
      if (!isPath(name) && !isPath(fromPage(name))) problem(path, at, `there is no ${name}`);
  }
}

/** A file, a folder, or a file without its suffix. */
const isPath = (path) => existsSync(join(ROOT, path)) || sources.some((source) => source.startsWith(`/${path}.`));

const numbers = new Map(
  readdirSync(join(ROOT, DECISIONS))
    .filter((name) => /^\d{3}-/.test(name))
    .map((name) => [name.slice(0, 3), name]),
);

/** Documents that were never part of the repository. */
const ABSENT = /\bdesign,? (?:section )?\d|\bdesign\.md\b|\bspec items? \d/i;
const PAGE = /(?<![\w/.-])((?:docs\/[\w/-]+|ARCHITECTURE|CONTRIBUTING|SECURITY)\.md)/g;

function checkCitations(path) {
  for (const [at, line] of read(path).split('\n').entries()) {
    for (const [, number] of line.matchAll(/\bdecisions?[ /](\d{3})\b/gi))
      if (!numbers.has(number)) problem(path, at, `there is no decision ${number}`);
    if (path.startsWith('tools/references')) continue;
    if (ABSENT.test(line)) problem(path, at, 'cites a document that is not in the repository');
    if (path.endsWith('.md')) continue;
    for (const [, page] of line.matchAll(PAGE))
      if (!existsSync(join(ROOT, page))) problem(path, at, `there is no ${page}`);
  }
}

function checkDecisions() {
  const index = `${DECISIONS}/README.md`;
  const text = read(index);
  const listed = new Map(
    [...text.matchAll(/\[([^\]]+)\]\((\d{3})(-[\w-]+\.md)\)/g)].map(([, t, n, rest]) => [n, [t, n + rest]]),
  );
  for (const [number, name] of numbers) {
    const heading = /^# (\d{3}): (.*)/.exec(read(`${DECISIONS}/${name}`));
    if (heading?.[1] !== number) problem(`${DECISIONS}/${name}`, 0, `begins with "# ${number}: TITLE"`);
    const [title, file] = listed.get(number) ?? [];
    if (file !== name) problem(index, 0, `does not list ${name}`);
    else if (title !== heading?.[2].replaceAll('`', ''))
      problem(index, 0, `lists ${name} under another title than its own`);
  }
  for (let n = 1; n <= Math.max(...[...numbers.keys()].map(Number)); n++) {
    const number = String(n).padStart(3, '0');
    if (!numbers.has(number) && !new RegExp(`^- \\*\\*${number}\\*\\*`, 'm').test(text))
      problem(index, 0, `does not say why there is no ${number}`);
  }
}

function checkMarks() {
  const names = new Set(measurements.map(({ name }) => name));
  const marked = new Set();
  for (const path of files(/^(apps|libs)\/.*\.ts$/)) {
    for (const [at, line] of read(path).split('\n').entries()) {
      const list = /\(bench: ([^)]*)\)/.exec(line)?.[1];
      if (/\bHOT PATH\b/.test(line) && list === undefined)
        problem(path, at, 'HOT PATH names its measurement: HOT PATH (bench: NAME)');
      for (const name of list?.split(', ') ?? []) {
        marked.add(name);
        if (!names.has(name)) problem(path, at, `npm run bench has no measurement "${name}"`);
      }
    }
  }
  const table = new Set([...read('ARCHITECTURE.md').matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name]) => name));
  for (const name of names) {
    if (!marked.has(name)) problem('test/bench/measurements/measurements.mjs', 0, `no HOT PATH mark names "${name}"`);
    if (!table.has(name)) problem('ARCHITECTURE.md', 0, `does not list the measurement "${name}"`);
  }
  for (const name of table)
    if (!names.has(name)) problem('ARCHITECTURE.md', 0, `lists "${name}", which npm run bench does not have`);
}

/** The table of libraries lists each of them. A link to one that does not exist is reported by `checkLinks`. */
function checkLibraries() {
  const text = read('ARCHITECTURE.md');
  for (const { name } of readdirSync(join(ROOT, 'libs'), { withFileTypes: true }))
    if (!text.includes(`| [${name}](libs/${name}/README.md) `))
      problem('ARCHITECTURE.md', 0, `does not list libs/${name}`);
}

for (const path of files(/\.md$/)) {
  checkLinks(path);
  if (!path.startsWith('docs/requirements/')) checkFileNames(path);
}
for (const path of files(/\.(ts|mjs|cjs|md|yaml)$/)) checkCitations(path);
checkDecisions();
checkLibraries();
checkMarks();
for (const line of problems) console.error(line);
process.exitCode = problems.length > 0 ? 1 : 0;
