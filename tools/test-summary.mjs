// node tools/test-summary.mjs STATUS FOLDER SUITE...: the slowest tests of the JSON outputs of Jest, FOLDER/SUITE.json, then one line,
// "N passed, N failed[, N skipped]". What FOLDER/SUITE.again.json has of a file counts instead, and tests that passed there only are
// named. Ends with status 0 only when all ran, all passed and STATUS (of the commands that ran them) is 0.
// node tools/test-summary.mjs --failed FILE: the test files that failed, a line each; none when Jest did not end.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const SLOWEST = 20;

/** Jest writes its output last: without it the build, the lint or Jest itself failed. */
function readResult(file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text === '' ? undefined : JSON.parse(text);
}

const failedFiles = (result) =>
  (result?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => relative('', name));

/** The files of a suite, each as it ran last, and the tests that failed before. */
function filesOf(folder, suite) {
  const first = readResult(join(folder, `${suite}.json`));
  const again = readResult(join(folder, `${suite}.again.json`));
  const replaced = new Map((again?.testResults ?? []).map((file) => [file.name, file]));
  const files = (first?.testResults ?? []).map((file) => replaced.get(file.name) ?? file);
  const before = (first?.testResults ?? []).filter(({ name }) => replaced.has(name));
  return { files, before, hasEnded: first !== undefined };
}

const testsOf = (files) =>
  files.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative('', name) })),
  );

function printSlowest(tests) {
  const slowest = tests.toSorted((a, b) => (b.duration ?? 0) - (a.duration ?? 0)).slice(0, SLOWEST);
  if (slowest.length === 0) return;
  const line = ({ file, fullName, duration }) =>
    `${((duration ?? 0) / 1_000).toFixed(1).padStart(6)} s  ${file}: ${fullName}\n`;
  process.stdout.write(`Slowest tests:\n${slowest.map(line).join('')}`);
}

function printSummary(status, folder, suites) {
  const results = suites.map((suite) => filesOf(folder, suite));
  const files = results.flatMap((result) => result.files);
  const tests = testsOf(files);
  const count = (...statuses) => tests.filter((test) => statuses.includes(test.status)).length;
  // A file that could not even be loaded has no tests to count; a suite that ended before its end counts as one failure.
  const withoutTests = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  let failed = count('failed') + withoutTests + results.filter(({ hasEnded }) => !hasEnded).length;
  if (failed === 0 && Number(status) !== 0) failed = 1;
  const skipped = count('pending', 'todo', 'skipped', 'disabled');
  printSlowest(tests);
  for (const { file, fullName, status } of testsOf(results.flatMap((result) => result.before))) {
    if (status === 'failed') process.stdout.write(`failed at first, then ran again by itself: ${file}: ${fullName}\n`);
  }
  process.stdout.write(`${count('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  process.exit(failed > 0 ? 1 : 0);
}

const [first, ...rest] = process.argv.slice(2);
if (first === '--failed') for (const file of failedFiles(readResult(rest[0]))) process.stdout.write(`${file}\n`);
else printSummary(first, rest[0], rest.slice(1));
