// node tools/regular-expressions.mjs: prints each regular expression of the product whose time may grow faster than its text, and ends with 1
// when there is one: a text of a client must not hold the event loop. Exceptions are listed below, with the reason.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { checkSync } from 'recheck';
import ts from 'typescript';

// In this process, without a program of its own.
process.env['RECHECK_BACKEND'] = 'pure';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDERS = ['apps', 'libs'];
const OF_TESTS = /\.(spec|fixture|child)\.ts$|^libs\/[\w-]*testing\//;
/** The analysis of one expression takes a second at most; one that it cannot decide in so long counts as slow. Unit: milliseconds. */
const LIMIT_MS = 60_000;

const SHORT = 'its text has a bounded length';
const OWN = 'its text is written by this project';
const OPERATOR = 'its text is a file or flag of who runs the program';
const ONE_SCAN = 'linear: each search for the end starts where the last one stopped';
const EXCEPTIONS = new Map([
  [String.raw`/(?:^|-+)([a-z0-9])/g`, OPERATOR],
  [String.raw`/-+([a-z0-9])/g`, OPERATOR],
  [String.raw`/=+$/`, OPERATOR],
  [String.raw`/\/+$/`, OPERATOR],
  [String.raw`/^\s+client-certificate-data: (\S+)$/m`, OPERATOR],
  [String.raw`/^\s+client-key-data: (\S+)$/m`, OPERATOR],
  [String.raw`/-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g`, OPERATOR],
  [String.raw`/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g`, OPERATOR],
  [String.raw`/^(?:(.*)\.)?\((.*)\): (.+)$/`, OWN],
  [String.raw`/^\s*(\d+)\s/gm`, OWN],
  [String.raw`/0+$/`, SHORT],
  [String.raw`/\.?0+$/`, SHORT],
  [String.raw`/[^A-Za-z0-9]+$/`, SHORT],
  [String.raw`/(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/g`, SHORT],
  [String.raw`/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g`, ONE_SCAN],
  [
    String.raw`/-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----|[\s\S]*)/g`,
    'without an end the first beginning takes the rest of the text',
  ],
]);

function* files() {
  for (const folder of FOLDERS) {
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      const path = relative(ROOT, join(entry.parentPath, entry.name));
      if (entry.isFile() && path.endsWith('.ts') && !OF_TESTS.test(path)) yield path;
    }
  }
}

/** All expressions, each with the places that have it. */
function expressions() {
  const found = new Map();
  for (const path of files()) {
    const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node) => {
      if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
        const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
        const text = node.getText(source);
        found.set(text, [...(found.get(text) ?? []), `${path}:${line}`]);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

/**
 * Whether an expression can only be linear: without repetitions, or tried at the start of the text only and with one repetition. The analysis of these would
 * take a fifth of the time of all.
 */
function isSimple(source, flags) {
  const plain = source
    .replaceAll(/\\./g, 'x')
    .replaceAll(/\[[^\]]*\]/g, 'x')
    .replaceAll(/\{\d+\}/g, '');
  const repetitions = plain.match(/[*+{]/g)?.length ?? 0;
  return repetitions === 0 || (repetitions === 1 && /^\^[^|]*$/.test(plain) && !flags.includes('m'));
}

/** Undefined: its time is linear. */
function slowness(text) {
  const end = text.lastIndexOf('/');
  if (isSimple(text.slice(1, end), text.slice(end + 1))) return undefined;
  // What automata cannot decide is searched for slow texts at random; the seed makes that the same in each run.
  const options = { timeout: LIMIT_MS, randomSeed: 0 };
  const { status, complexity } = checkSync(text.slice(1, end), text.slice(end + 1), options);
  if (status === 'safe') return undefined;
  return complexity?.summary ?? 'not decided in time';
}

const found = expressions();
const problems = [];
for (const [text, places] of found) {
  const slow = EXCEPTIONS.has(text) ? undefined : slowness(text);
  if (slow !== undefined) problems.push(`${places.join(', ')}: ${text}: ${slow}`);
}
for (const text of EXCEPTIONS.keys()) if (!found.has(text)) problems.push(`no file has the exception ${text}`);
for (const line of problems) console.error(line);
process.exitCode = problems.length > 0 ? 1 : 0;
