// Jest's environment, but one realm (global object and built-in classes) for all test files of a worker, in which worker-runtime.cjs keeps
// the modules. Its objects of `process` and `console` are copies, as in every environment of Jest. A test file that replaces modules
// (`jest.mock`) has a realm of its own: it begins with `/** @jest-environment node */`.
const { createRequire } = require('node:module');
const v8 = require('node:v8');
const vm = require('node:vm');

// Most code of a test file runs a few times: V8 optimizes a function after fifteen times the usual work, for a tenth less CPU time in files that
// start servers.
v8.setFlagsFromString('--interrupt-budget=1000000');

// The flags that jest.config.cjs gives to workers are not for the processes that tests start: with other flags than those of the build V8 rejects
// the code cache of a program, and each of its starts takes half a second more of CPU time.
process.env.NODE_OPTIONS = '';

// Jest's own, which comes with it.
const { TestEnvironment: NodeEnvironment } = createRequire(require.resolve('jest'))('jest-environment-node');

/** By the id of the project. */
const environments = new Map();

class WorkerEnvironment extends NodeEnvironment {
  /** What stays from one test file to the next: modules by path, those of Jest itself, and source maps. */
  kept = { modules: new Map(), ofJest: new Map(), sourceMaps: new Map() };

  constructor(config, context) {
    super(config, context);
    const { env, exit } = this.global.process;
    this.original = { env: { ...env }, exit };
  }

  /** Puts back what a test file, or Jest for a test file, has changed. */
  async teardown() {
    const { process } = this.global;
    this.fakeTimersModern.useRealTimers();
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, this.original.env);
    process.exit = this.original.exit;
    process.exitCode = undefined;
  }
}

/** Without the interceptor of contexts that are made for a sandbox object: it costs time at each access to a global. */
function inPlainContext(make) {
  const { createContext } = vm;
  vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
  try {
    return make();
  } finally {
    vm.createContext = createContext;
  }
}

module.exports = class {
  constructor(config, context) {
    // Coverage is counted by test file.
    if (config.globalConfig.collectCoverage) return new NodeEnvironment(config, context);
    const { id } = config.projectConfig;
    const known = environments.get(id) ?? inPlainContext(() => new WorkerEnvironment(config, context));
    environments.set(id, known);
    return known;
  }
};
