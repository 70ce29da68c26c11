const { onRedis } = require('./test/support/on-redis.cjs');

// Projects: `unit` stands beside the code, `e2e` starts real processes, `fuzz` gives every parser odd input (one short round; `npm
// run test:fuzz` goes on). `faults`, where processes, disks and networks fail, is not part of `npm test` but of `npm run
// test:faults`. See CONTRIBUTING.md.
const jsc = {
  target: 'es2023',
  parser: { syntax: 'typescript', decorators: true },
  transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  keepClassNames: true,
};
const esmOnly = [
  '@nestjs',
  'jose',
  '@marcbachmann',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'load-esm',
  '@kubernetes',
  'openid-client',
  'oauth4webapi',
  'jsonpath-plus',
  'string-width',
  'strip-ansi',
  'ansi-regex',
  'get-east-asian-width',
  'emoji-regex',
];
const shared = {
  testEnvironment: 'node',
  setupFiles: ['reflect-metadata'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', { swcrc: false, sourceMaps: 'inline', module: { type: 'commonjs' }, jsc }],
    'node_modules/.+\\.m?js$': [
      '@swc/jest',
      { swcrc: false, module: { type: 'commonjs' }, jsc: { target: 'es2023', parser: { syntax: 'ecmascript' } } },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.stryker-tmp/'],
  moduleNameMapper: {
    '^@orch/([^/]+)$': '<rootDir>/libs/$1/src',
    '^fast-check$': '<rootDir>/test/support/fast-check.cjs',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
};
const e2e = {
  ...shared,
  displayName: 'e2e',
  testMatch: ['<rootDir>/test/e2e/**/*.e2e-spec.ts'],
  globalSetup: '<rootDir>/test/support/setup-global.cjs',
  setupFilesAfterEnv: ['<rootDir>/test/support/no-long-turns.ts'],
};
// For the workers. Test files leave much garbage behind: with twice the usual young generation they take a tenth less CPU.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=32`.trim();

module.exports = {
  coverageProvider: 'v8',
  testTimeout: 60_000,
  // Half of the tests wait for other processes: on two cores three workers end a fifth earlier than two. A worker is replaced when it has
  // grown: of each file that starts a server some 27 MB stay, and at 1 GB the garbage collector makes everything take half as long again.
  maxWorkers: 3,
  workerIdleMemoryLimit: '512MB',
  testSequencer: '<rootDir>/test/support/processes-first.cjs',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs,examples}/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/support/setup-unit.cjs',
    },
    process.env.ORCH_TEST_STORAGE === 'redis' ? onRedis(e2e) : e2e,
    { ...e2e, displayName: 'faults', testMatch: ['<rootDir>/test/faults/**/*.e2e-spec.ts'] },
    { ...shared, displayName: 'fuzz', testMatch: ['<rootDir>/test/fuzz/**/*.fuzz-spec.ts'] },
  ],
};
