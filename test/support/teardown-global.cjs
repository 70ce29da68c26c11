// Jest's globalTeardown of all projects.
const { removePrepared } = require('./prepared.cjs');

module.exports = removePrepared;
