// Jest's runtime with two things shared by the test files of a worker: compiled code and lmdb.
const { createRequire } = require('node:module');
const vm = require('node:vm');

// Jest's own, which comes with it.
const { default: Runtime } = createRequire(require.resolve('jest'))('jest-runtime');

const { compileFunction } = vm;
let sharing = false;

// A function of `new Script` comes out of V8's compilation cache when the same text is compiled again, one of `compileFunction` never does:
// a sixth of the CPU time of a run.
vm.compileFunction = (code, parameters, options) => {
  // A Script that may import dynamically is not found in the cache.
  if (!sharing || options?.parsingContext === undefined || /\bimport\s*\(/.test(code)) {
    return compileFunction(code, parameters, options);
  }
  const prefix = `(function (${parameters.join(',')}) {`;
  const script = new vm.Script(`${prefix}${code}\n})`, { filename: options.filename, columnOffset: -prefix.length });
  return script.runInContext(options.parsingContext);
};

exports.__esModule = true;
exports.default = class extends Runtime {
  constructor(...parameters) {
    super(...parameters);
    const [, environment] = parameters;
    // For lmdb-of-worker.cjs.
    Object.defineProperty(environment.global, 'lmdbOfWorker', { get: () => require('lmdb') });
    // Coverage counts the bytes of a file without a prefix.
    sharing = parameters[5]?.collectCoverage !== true;
  }
};
