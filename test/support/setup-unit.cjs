// Jest's globalSetup of the unit tests: some of them start Redis or call openssl.
const { provideInstalled, realSystem } = require('./setup-tools.cjs');
const { makeTokenKey } = require('./token-key.cjs');

module.exports = () => {
  provideInstalled(realSystem);
  makeTokenKey();
};
