// Mutation testing: changes the meaning of the code in many small ways, and counts the changes that no test beside it notices.
// `ORCH_MUTATE=patch,quantity npm run test:mutation` takes those folders alone. What came out: docs/testing.md.
import jest from './jest.config.cjs';

const FOLDERS = (process.env.ORCH_MUTATE ?? 'apply,patch,quantity,schema,selectors').split(',');
// Most changes are noticed by the first tries of a property.
process.env.FC_MAX_RUNS ??= '60';
const { displayName: _unit, ...unit } = jest.projects[0];

export default {
  mutate: FOLDERS.flatMap((folder) => [
    `libs/apimachinery/src/${folder}/**/*.ts`,
    `!libs/apimachinery/src/${folder}/**/*.{spec,fixture}.ts`,
  ]),
  plugins: ['@stryker-mutator/jest-runner'],
  testRunner: 'jest',
  jest: {
    projectType: 'custom',
    config: {
      ...unit,
      // Few folders, so that starting the tests for each change costs little.
      roots: FOLDERS.map((folder) => `<rootDir>/libs/apimachinery/src/${folder}`),
      testMatch: ['**/*.spec.ts'],
      testEnvironment: './test/support/until-first-failure.cjs',
      testTimeout: 60_000,
    },
  },
  coverageAnalysis: 'perTest',
  // What runs once when a file is loaded cannot be told apart by test, and would need a fresh process each.
  ignoreStatic: true,
  ignorePatterns: ['/apps', '/bin', '/dist', '/docs', '/coverage', '/test/bench', '/test/e2e', '/test/faults', '/.ci'],
  checkers: [],
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  htmlReporter: { fileName: 'coverage/mutation/index.html' },
  jsonReporter: { fileName: 'coverage/mutation/report.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 85, break: 85 },
  tempDirName: '.stryker-tmp',
};
