'use strict';
// Runs a built program: its bundle with V8's code cache when there is one, else the files of the build.
const fs = require('node:fs');
const path = require('node:path');

const dist = path.join(__dirname, '..', 'dist');
const bundles = path.join(dist, 'bundle');
const filesOf = (name) => path.join(dist, 'apps', name, 'src', 'main.js');

/** Which bundle holds which program: `{ "csr-signer": "controllers.js" }`. Undefined when there is none. */
function bundleOf(name) {
  if (process.env.ORCH_BUNDLE === '0') return undefined;
  const text = readIfThere(path.join(bundles, 'index.json'), 'utf8');
  const index = text === undefined ? {} : JSON.parse(text);
  return Object.hasOwn(index, name) ? path.join(bundles, index[name]) : undefined;
}

/** Names of programs never hold a separator, so a command line cannot reach another file. */
const isProgramName = (name) => /^[a-z][a-z0-9-]*$/.test(name);

/** Whether `name` was built. */
exports.isBuilt = (name) => isProgramName(name) && fs.existsSync(filesOf(name));

/** Threads of libuv in an API server: half of them look up host names (decision 071), the others read and write files, compress and check signatures. */
const SERVER_POOL_THREADS = '16';

/** Runs `name` in this process. ORCH_BUNDLE=0 runs the files instead of the bundle. */
exports.load = (name) => {
  if (name === 'apiserver') process.env.UV_THREADPOOL_SIZE ??= SERVER_POOL_THREADS; // before its first use
  const bundle = bundleOf(name);
  if (bundle !== undefined) runBundle(bundle)[name]();
  else if (fs.existsSync(filesOf(name))) require(filesOf(name));
  else {
    process.stderr.write('orch is not built: run "npm run build" first\n');
    process.exit(1);
  }
};

function runBundle(file) {
  const vm = require('node:vm');
  const Module = require('node:module');
  // Bundles are ASCII, and are read fastest as what they are: V8 uses this text without a copy.
  const script = new vm.Script(fs.readFileSync(file, 'latin1'), {
    // The code cache keeps the name it was made under, so it holds no directory: stacks are right wherever dist is moved to.
    filename: path.relative(path.join(dist, '..'), file),
    cachedData: readCache(file),
  });
  if (process.env.ORCH_WRITE_CODE_CACHE === '1') process.on('exit', () => writeCache(file, script));
  const module_ = new Module(file, null);
  module_.filename = file;
  module_.paths = Module._nodeModulePaths(path.dirname(file));
  const require_ = Module.createRequire(file);
  require_.main = module_;
  script.runInThisContext().call(module_.exports, module_.exports, require_, module_, file, path.dirname(file));
  return module_.exports;
}

/** V8 rejects a cache of another version or other flags, but identifies the source only by its length, so modification times are compared too. */
function readCache(file) {
  const cache = `${file}.cache`;
  if (!fs.existsSync(cache) || fs.statSync(cache).mtimeMs < fs.statSync(file).mtimeMs) return undefined;
  return readIfThere(cache);
}

/** Called by the build at the end of a run, when the cache has all functions that a start compiles. Renamed into place, so no reader sees a partial file. */
function writeCache(file, script) {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, script.createCachedData());
  fs.renameSync(draft, `${file}.cache`);
}

function readIfThere(file, encoding) {
  try {
    return fs.readFileSync(file, encoding);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
