// Jest's globalSetup of the tests beside the code: some of them start Redis or call openssl.
const { provideInstalled, realSystem } = require('./setup-tools.cjs');
const { makeTokenKey } = require('./token-key.cjs');

module.exports = () => {
  provideInstalled(realSystem);
  makeTokenKey();
};
