// The order of the test files: those that start processes first, then unit tests that start servers or use a store, then the short ones, so that all
// workers have work to the end. Jest knows how long a file took the last time, but a fresh clone has no last time, and then takes the largest first:
// a conformance suite of a store takes half a minute, and its file is one call.
const { createRequire } = require('node:module');

// Jest's own, which comes with it.
const { default: Sequencer } = createRequire(require.resolve('jest'))('@jest/test-sequencer');

/** Unit tests that start servers or use a store, by their names. */
const WITH_SERVER_OR_STORE = /\.server\.spec\.ts$|-storage\.spec\.ts$/;

const rank = ({ context, path }) => {
  if (context.config.displayName?.name !== 'unit') return 0;
  return WITH_SERVER_OR_STORE.test(path) ? 1 : 2;
};

module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
};
