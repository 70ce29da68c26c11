// For Jest's globalSetup and globalTeardown: the folder of directories that tests of one run prepare for each other (`copyPrepared` of libs/testing).
// Processes that run tests inherit its path.
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** Called for each project of a run: the first makes it. */
exports.makePrepared = () => {
  process.env.ORCH_TEST_PREPARED ??= mkdtempSync(join(tmpdir(), 'orch-prepared-'));
};

/** Called for each project of a run: the first removes it. */
exports.removePrepared = () => {
  const path = process.env.ORCH_TEST_PREPARED;
  if (path === undefined) return;
  rmSync(path, { recursive: true, force: true });
  delete process.env.ORCH_TEST_PREPARED;
};
