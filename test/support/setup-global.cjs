// Jest's globalSetup of the end-to-end tests: provides the programs they need in addition to Orch. Tests find the path of kubectl 1.20 in
// ORCH_TEST_KUBECTL.
const { join } = require('node:path');
const { provideInstalled, provideKubectl, realSystem } = require('./setup-tools.cjs');
const { makePrepared } = require('./prepared.cjs');
const { makeTokenKey } = require('./token-key.cjs');

module.exports = () => {
  provideInstalled(realSystem);
  const cache = join(__dirname, '../../node_modules/.cache/kubectl-1.20');
  process.env.ORCH_TEST_KUBECTL = provideKubectl(realSystem, cache);
  makeTokenKey();
  makePrepared();
};
