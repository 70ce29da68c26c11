// Jest's runtime, but it keeps modules in the realm of worker-environment.cjs: a test file loads only what no test file before it in the same
// worker loaded, and runs code that is compiled and warm.
const { createRequire } = require('node:module');

// Jest's own, which comes with it.
const { default: Runtime } = createRequire(require.resolve('jest'))('jest-runtime');

/** Modules by path: `isOwn` selects those of one test file, all others are in `kept`. */
class Modules extends Map {
  constructor(kept, isOwn) {
    super();
    this.kept = kept;
    this.isOwn = isOwn;
  }

  get(path) {
    return super.get(path) ?? this.kept.get(path);
  }

  has(path) {
    return super.has(path) || this.kept.has(path);
  }

  set(path, module) {
    if (this.isOwn(path)) super.set(path, module);
    else this.kept.set(path, module);
    return this;
  }

  delete(path) {
    return super.delete(path) || this.kept.delete(path);
  }
}

/** The runtime of the test file that runs now, by what is kept. */
const running = new WeakMap();

exports.__esModule = true;
exports.default = class extends Runtime {
  constructor(...parameters) {
    super(...parameters);
    const [{ setupFilesAfterEnv }, environment, , , , , testPath] = parameters;
    // For lmdb-of-worker.cjs.
    Object.defineProperty(environment.global, 'lmdbOfWorker', { get: () => require('lmdb'), configurable: true });
    this.kept = environment.kept;
    if (!this.kept) return;
    running.set(this.kept, this);
    const own = new Set([testPath, ...setupFilesAfterEnv]);
    this.registries.moduleRegistry = new Modules(this.kept.modules, (path) => own.has(path));
    // Jest's test framework holds the state of a run in its modules, and in this list.
    this.registries.internalModuleRegistry = new Modules(this.kept.ofJest, (path) => path.includes('jest-circus'));
    delete environment.global[Symbol.for('EVENT_HANDLERS')];
    this.transformCache.sourceMaps = this.kept.sourceMaps;
  }

  /** What a kept module requires later than its first test file ended is required by the test file that runs then. */
  requireModuleOrMock(from, name) {
    const runtime = running.get(this.kept) ?? this;
    return runtime === this ? super.requireModuleOrMock(from, name) : runtime.requireModuleOrMock(from, name);
  }

  setMock(...parameters) {
    if (this.kept) throw new Error('a test file that replaces modules begins with "/** @jest-environment node */"');
    super.setMock(...parameters);
  }
};
