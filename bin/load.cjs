'use strict';
// Runs a built program: its bundle with V8's code cache when there is one, else the files of the build.
const fs = require('node:fs');
const path = require('node:path');

const dist = path.join(__dirname, '..', 'dist');
const bundleOf = (name) => path.join(dist, 'bundle', `${name}.js`);
const filesOf = (name) => path.join(dist, 'apps', name, 'src', 'main.js');

/** Names of programs never hold a separator, so a command line cannot reach another file. */
const isProgramName = (name) => /^[a-z][a-z0-9-]*$/.test(name);

/** Whether `name` was built. */
exports.isBuilt = (name) => isProgramName(name) && (fs.existsSync(bundleOf(name)) || fs.existsSync(filesOf(name)));

/** Runs `name` in this process. ORCH_BUNDLE=0 runs the files instead of the bundle. */
exports.load = (name) => {
  if (process.env.ORCH_BUNDLE !== '0' && fs.existsSync(bundleOf(name))) return runBundle(bundleOf(name));
  if (fs.existsSync(filesOf(name))) return require(filesOf(name));
  process.stderr.write('orch is not built: run "npm run build" first\n');
  process.exit(1);
};

function runBundle(file) {
  const vm = require('node:vm');
  const Module = require('node:module');
  const source = fs.readFileSync(file, 'utf8');
  const script = new vm.Script(Module.wrap(source), {
    filename: file,
    cachedData: readCache(file),
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  // The build sets this once to make the cache: what ran until the end is what a start needs.
  if (process.env.ORCH_WRITE_CODE_CACHE === file) {
    process.on('exit', () => fs.writeFileSync(`${file}.cache`, script.createCachedData()));
  }
  const module_ = new Module(file, null);
  module_.filename = file;
  module_.paths = Module._nodeModulePaths(path.dirname(file));
  const require_ = Module.createRequire(file);
  require_.main = module_;
  script.runInThisContext().call(module_.exports, module_.exports, require_, module_, file, path.dirname(file));
  return module_.exports;
}

/** V8 itself refuses a cache of another version or other flags, but knows the source only by its length: hence the times. */
function readCache(file) {
  try {
    if (fs.statSync(`${file}.cache`).mtimeMs < fs.statSync(file).mtimeMs) return undefined;
    return fs.readFileSync(`${file}.cache`);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined; // not made, or taken away: the start is slower, nothing else
    throw error;
  }
}
