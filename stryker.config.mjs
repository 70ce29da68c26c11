// Mutation testing: changes the meaning of the code in many small ways, and counts the changes that no unit test notices.
// `ORCH_MUTATE=patch,quantity npm run test:mutation` takes those folders alone. What came out: docs/testing.md.
const FOLDERS = (process.env.ORCH_MUTATE ?? 'apply,patch,quantity,schema,selectors').split(',');
const folderOf = (folder) => `libs/apimachinery/src/${folder}`;
process.env.ORCH_MUTATE_SPECS = FOLDERS.map(folderOf).join(',');
// Most changes are noticed by the first tries of a property.
process.env.FC_MAX_RUNS ??= '60';

export default {
  mutate: FOLDERS.flatMap((folder) => [`${folderOf(folder)}/**/*.ts`, `!${folderOf(folder)}/**/*.{spec,fixture}.ts`]),
  plugins: ['./test/support/mutation/test-runner.mjs'],
  testRunner: 'specs',
  // For the number of times that changed code is executed, by which endless loops are found.
  coverageAnalysis: 'all',
  ignorePatterns: [
    '/apps',
    '/bin',
    '/dist',
    '/docs',
    '/coverage',
    '/test/bench',
    '/test/e2e',
    '/test/processes',
    '/test/faults',
    '/.ci',
  ],
  checkers: [],
  // Each change is tried with all specs, from loading on: see the runner.
  warnings: { slow: false },
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  htmlReporter: { fileName: 'coverage/mutation/index.html' },
  jsonReporter: { fileName: 'coverage/mutation/report.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 85, break: 85 },
  tempDirName: '.stryker-tmp',
};
