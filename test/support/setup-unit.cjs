// Jest's globalSetup of the unit tests: some of them start Redis or call openssl.
const { provideInstalled, realSystem } = require('./setup-tools.cjs');
const { makePrepared } = require('./prepared.cjs');
const { makeTokenKey } = require('./token-key.cjs');

module.exports = () => {
  provideInstalled(realSystem);
  makeTokenKey();
  makePrepared();
};
