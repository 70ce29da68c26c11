// node tools/test-summary.mjs STATUS RESULT...: one line about the JSON outputs of Jest, "N passed, N failed[, N skipped]". Ends with
// status 0 only when all ran, all passed and STATUS (of the commands that ran them) is 0.
import { readFileSync } from 'node:fs';

const [status, ...files] = process.argv.slice(2);

/** Jest writes its output last: without it the build, the lint or Jest itself failed. */
function readResult(file) {
  const text = readFileSync(file, 'utf8');
  return text === '' ? undefined : JSON.parse(text);
}

let [passed, failed, skipped] = [0, 0, 0];
for (const result of files.map(readResult)) {
  passed += result?.numPassedTests ?? 0;
  skipped += (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0);
  // A suite that could not even be loaded has no tests to count; a run that ended before its end counts as one failure.
  const counted = (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0);
  failed += counted === 0 && result?.success !== true ? 1 : counted;
}
if (failed === 0 && Number(status) !== 0) failed = 1;

process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exit(failed > 0 ? 1 : 0);
