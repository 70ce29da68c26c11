// For Jest's globalSetup: makes the RSA key by which servers under test sign tokens of service accounts (`giveTokenKey` of
// libs/testing). Processes that run tests inherit it.
const { generateKeyPairSync } = require('node:crypto');

exports.makeTokenKey = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  process.env.ORCH_TEST_TOKEN_KEY ??= privateKey.export({ type: 'pkcs8', format: 'pem' });
};
