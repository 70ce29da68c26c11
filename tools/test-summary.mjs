// node tools/test-summary.mjs STATUS RESULT...: the slowest tests of the JSON outputs of Jest, then one line, "N passed, N failed[, N
// skipped]". Ends with status 0 only when all ran, all passed and STATUS (of the commands that ran them) is 0.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const SLOWEST = 20;
const [status, ...files] = process.argv.slice(2);

/** Jest writes its output last: without it the build, the lint or Jest itself failed. */
function readResult(file) {
  const text = readFileSync(file, 'utf8');
  return text === '' ? undefined : JSON.parse(text);
}

/** Tests of all results that took longest, a line each: seconds, file, title. */
function slowestTests(results) {
  const tests = results
    .flatMap((result) => result?.testResults ?? [])
    .flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ duration, fullName }) => ({ file: relative('', name), fullName, ms: duration ?? 0 })),
    );
  return tests
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)
    .map(({ file, fullName, ms }) => `${(ms / 1_000).toFixed(1).padStart(6)} s  ${file}: ${fullName}\n`);
}

const results = files.map(readResult);
let [passed, failed, skipped] = [0, 0, 0];
for (const result of results) {
  passed += result?.numPassedTests ?? 0;
  skipped += (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0);
  // A suite that could not even be loaded has no tests to count; a run that ended before its end counts as one failure.
  const counted = (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0);
  failed += counted === 0 && result?.success !== true ? 1 : counted;
}
if (failed === 0 && Number(status) !== 0) failed = 1;

const slowest = slowestTests(results);
if (slowest.length > 0) process.stdout.write(`Slowest tests:\n${slowest.join('')}`);
process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exit(failed > 0 ? 1 : 0);
