// The order of the test files: those that start processes first, then the short unit tests, so that both workers have
// work to the end. Jest knows how long a file took the last time, but a fresh clone has no last time, and the longest are not
// the largest.
const { createRequire } = require('node:module');

// Jest's own, which comes with it.
const { default: Sequencer } = createRequire(require.resolve('jest'))('@jest/test-sequencer');

const rank = ({ context }) => (context.config.displayName?.name === 'unit' ? 1 : 0);

module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
};
