// node tools/test-summary.mjs RESULT STATUS: one line about Jest's JSON output, "N passed, N failed[, N skipped]". Ends with
// status 0 only when the tests ran, all passed and STATUS (of the command that ran them) is 0.
import { readFileSync } from 'node:fs';

const [file, status] = process.argv.slice(2);

/** Jest writes its output last: without it the build, the lint or Jest itself failed. That counts as one failure. */
function readResult() {
  const text = readFileSync(file, 'utf8');
  return text === '' ? undefined : JSON.parse(text);
}

const result = readResult();
const passed = result?.numPassedTests ?? 0;
const skipped = (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0);
// A suite that could not even be loaded has no tests to count.
let failed = (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0);
if (failed === 0 && (result === undefined || Number(status) !== 0 || result.success !== true)) failed = 1;

process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exit(failed > 0 ? 1 : 0);
