// fast-check for all specs, with a seed: a run that passes passes again, and a run elsewhere sees the same cases. Another
// seed explores further: FC_SEED=$RANDOM npm run test:unit. A failure prints the seed it was found with. FC_MAX_RUNS caps
// how often a property is tried, and leaves a failure as it was found, where the tests run many times over (mutation testing).
// A property ends within the time limit of a test: the search for the least steps that fail may take minutes, after which only the limit
// of the test would be reported, not the failure. A case that never ends is reported as an interrupted property, with its number.
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

const LIMIT_MS = 55_000;
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env.FC_SEED ?? 20_261_121),
  interruptAfterTimeLimit: LIMIT_MS,
  markInterruptAsFailure: true,
});
const most = Number(process.env.FC_MAX_RUNS ?? Infinity);
const assert = (property, options) =>
  fc.assert(property, { ...options, numRuns: Math.min(options?.numRuns ?? 100, most), endOnFailure: true });
const bounded = { ...fc, assert };
module.exports = most === Infinity ? fc : { ...bounded, __esModule: true, default: bounded };
