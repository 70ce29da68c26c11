const { onRedis } = require('./test/support/on-redis.cjs');

// Projects: `unit` is next to the code, and all of `npm test`. `redis` is next to the code, too, and starts redis-server; `e2e` asks real servers over HTTP, `processes` starts, stops
// and joins several processes, `acceptance` runs kubectl, client-node, the commands of the documents, and large objects, `browser` the dashboard in Chromium, `fuzz` gives every
// parser malformed input, in `faults` processes, disks and networks fail (`npm run test:NAME`). See CONTRIBUTING.md.
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
  'cbor2',
  '@cto.af',
];
const shared = {
  testEnvironment: '<rootDir>/test/support/worker-environment.cjs',
  runtime: '<rootDir>/test/support/worker-runtime.cjs',
  setupFiles: ['reflect-metadata'],
  globalTeardown: '<rootDir>/test/support/teardown-global.cjs',
  // In the order in which they are tried: most files are ours.
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', { swcrc: false, sourceMaps: true, module: { type: 'commonjs' }, jsc }],
    'node_modules/.+\\.m?js$': [
      '@swc/jest',
      { swcrc: false, module: { type: 'commonjs' }, jsc: { target: 'es2023', parser: { syntax: 'ecmascript' } } },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.stryker-tmp/'],
  moduleNameMapper: {
    '^@orch/([^/]+)$': '<rootDir>/libs/$1/src',
    '^lmdb$': '<rootDir>/test/support/lmdb-of-worker.cjs',
    '^fast-check$': '<rootDir>/test/support/fast-check.cjs',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
};
const unit = {
  ...shared,
  displayName: 'unit',
  testMatch: ['<rootDir>/{apps,libs,examples}/**/*.spec.ts'],
  globalSetup: '<rootDir>/test/support/setup-unit.cjs',
};
const e2e = {
  ...shared,
  displayName: 'e2e',
  testMatch: ['<rootDir>/test/e2e/**/*.e2e-spec.ts'],
  globalSetup: '<rootDir>/test/support/setup-global.cjs',
  setupFilesAfterEnv: ['<rootDir>/test/support/no-long-turns.ts'],
};
const onChosenStorage = (project) => (process.env.ORCH_TEST_STORAGE === 'redis' ? onRedis(project) : project);
// For the workers. Test files leave much garbage behind: with twice the usual young generation they take a tenth less CPU.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=32`.trim();

module.exports = {
  coverageProvider: 'v8',
  testTimeout: 60_000,
  // Half of the tests wait for other processes: on two cores three workers end a fifth earlier than two. A worker that has grown is replaced,
  // and compiles everything again: at 1 GB that is rare, and the garbage collector is not yet slow. Chromium takes more: two workers.
  maxWorkers: Number(process.env.ORCH_TEST_WORKERS ?? 3),
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/test/support/processes-first.cjs',
  projects: [
    { ...unit, testPathIgnorePatterns: ['/node_modules/', '/redis/'] },
    { ...unit, displayName: 'redis', testMatch: ['<rootDir>/{apps,libs,examples}/**/redis/**/*.spec.ts'] },
    onChosenStorage(e2e),
    onChosenStorage({ ...e2e, displayName: 'processes', testMatch: ['<rootDir>/test/processes/**/*.e2e-spec.ts'] }),
    onChosenStorage({ ...e2e, displayName: 'acceptance', testMatch: ['<rootDir>/test/acceptance/**/*.e2e-spec.ts'] }),
    { ...e2e, displayName: 'browser', testMatch: ['<rootDir>/test/browser/**/*.e2e-spec.ts'] },
    { ...e2e, displayName: 'faults', testMatch: ['<rootDir>/test/faults/**/*.e2e-spec.ts'] },
    { ...shared, displayName: 'fuzz', testMatch: ['<rootDir>/test/fuzz/**/*.fuzz-spec.ts'] },
  ],
};
