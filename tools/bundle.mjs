// After `nest build`: programs as single files in dist/bundle, and V8's code cache next to them, so that they start fast.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

import { withPlainFunctionNames } from './plain-function-names.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist/bundle');

// An app that is not written yet has no main file: it is skipped.
const built = readdirSync(join(root, 'dist/apps')).filter((name) =>
  existsSync(join(root, 'dist/apps', name, 'src/main.js')),
);

/** What goes into one file: programs of one kind share nearly all of their code, and one file is compiled once. */
const bundles = [
  { file: 'orch.js', programs: ['orch'], sources: true },
  { file: 'orchctl.js', programs: ['orchctl'], sources: false, external: ['node-forge'] }, // large; one command loads it
  { file: 'apiserver.js', programs: ['apiserver'], sources: false },
  {
    file: 'controllers.js',
    programs: built.filter((name) => !['orch', 'orchctl', 'apiserver'].includes(name)),
    sources: false,
    // Only applications with `ControllerEndpointsModule`, and processes with shared work queues, load them.
    external: ['prom-client', 'bullmq', 'ioredis', '@bull-board/*'],
  },
].map((bundle) => ({ ...bundle, programs: bundle.programs.filter((name) => built.includes(name)) }));

/** Entry files of worker threads: each is loaded from the folder of the program that starts it. */
const threads = [
  { file: 'yaml-worker.js', entry: 'libs/server/src/body/yaml-worker.ts' },
  { file: 'object-worker.js', entry: 'libs/server/src/large-objects/object-worker.ts' },
];

/** Shown by `orch version` and `/version`. For a reproducible build set SOURCE_DATE_EPOCH. */
const { SOURCE_DATE_EPOCH } = process.env;
const builtMs = SOURCE_DATE_EPOCH === undefined ? Date.now() : Number(SOURCE_DATE_EPOCH) * 1_000;
const buildDate = `${new Date(builtMs).toISOString().slice(0, 19)}Z`;

/** What no start needs to load. A package whose next version is written otherwise fails the build. */
const lighterPackages = {
  name: 'lighter-packages',
  setup(esbuild) {
    // The index of undici also loads `fetch`, cookies and WebSocket, and by `Headers` those of Node.
    const parts = {
      Agent: 'undici/lib/dispatcher/agent.js',
      Pool: 'undici/lib/dispatcher/pool.js',
      ProxyAgent: 'undici/lib/dispatcher/proxy-agent.js',
      buildConnector: 'undici/lib/core/connect.js',
    };
    const contents = [
      `Object.assign(require('undici/lib/dispatcher/dispatcher.js').prototype, require('undici/lib/api'));\n`,
      ...Object.entries(parts).map(([name, path]) => `exports.${name} = require('${path}');\n`),
    ].join('');
    esbuild.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'parts' }));
    esbuild.onLoad({ filter: /./, namespace: 'parts' }, () => ({ contents, resolveDir: root }));
    // The first format of a date loads the data of ICU. Only Nest's own logger uses these.
    esbuild.onLoad({ filter: /@nestjs.common.services.(console-)?logger\.service\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const made = /const dateTimeFormatter = (new Intl[^;]*);/;
      if (!made.test(text)) throw new Error(`${path} has another date format`);
      return { contents: text.replace(made, 'const dateTimeFormatter = { format: (date) => ($1).format(date) };') };
    });
    // Types of fields, which swc writes for each decorator: `Field` has them, and these are read of constructors only.
    esbuild.onLoad({ filter: /dist.libs.api.src.*\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/,\s*_ts_metadata\("design:type", .*\)(?=\n)/g, ''),
    }));
  },
};

const shared = {
  bundle: true,
  plugins: [lighterPackages],
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  keepNames: true, // libraries and Nest read the names of classes; those of functions are removed below
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'error',
  // ESM packages read their own URL; in one CommonJS file that is the URL of the bundle.
  define: { 'import.meta.url': 'importMetaUrl', ORCH_BUILD_DATE: JSON.stringify(buildDate) },
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
  external: [
    'lmdb', // loads its native part from its own folder
    '@lmdb/*',
    '@opentelemetry/*', // large; only servers with `--tracing-config-file` load it
    // Nest tries to load these and works without them.
    '@nestjs/microservices',
    '@nestjs/websockets',
    '@nestjs/platform-express',
    '@fastify/view',
    '@fastify/multipart',
    '@fastify/static',
  ],
};

/**
 * A launcher uses little of large libs (the flags of a server, not the server). Only ES modules can be tree-shaken, so it
 * is bundled from the sources; no decorator of them may remain, because swc's metadata would be missing. Our libs do
 * nothing when they are loaded, so unused code is removed; packages are loaded from where they are installed, on use: by `require`, since the code
 * that is cached for V8 cannot `import()` without a flag of Node.
 */
const fromSources = {
  tsconfig: join(root, 'tsconfig.json'),
  supported: { 'dynamic-import': false },
  plugins: [{ name: 'shake-libs', setup: shakeLibs }],
};

function shakeLibs(esbuild) {
  const asked = Symbol('asked');
  esbuild.onResolve({ filter: /.*/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
    if (kind === 'entry-point' || pluginData === asked) return undefined;
    // Modules of controllers are loaded on use, by their own processes only.
    if (kind === 'dynamic-import' && path.endsWith('.module.js')) return { path, external: true };
    if (!/^(\.|\/|@orch\/)/.test(path)) return { path, external: true, sideEffects: false };
    const found = await esbuild.resolve(path, { importer, resolveDir, kind, pluginData: asked });
    return found.errors.length > 0 ? found : { path: found.path, sideEffects: importer === '<stdin>' };
  });
}

/** Exports a start function for each program. */
function entryOf({ programs, sources }) {
  const fileOf = (name) => (sources ? `./apps/${name}/src/main.ts` : `./dist/apps/${name}/src/main.js`);
  return programs
    .map((name) => `exports[${JSON.stringify(name)}] = () => require(${JSON.stringify(fileOf(name))});\n`)
    .join('');
}

/**
 * Starts every program once, on a temporary directory, and stops it: each writes the code that V8 compiled for it.
 * A failure costs speed only, so it is reported and does not fail the build.
 */
async function writeCodeCaches() {
  const dataDir = mkdtempSync(join(tmpdir(), 'orch-warm-'));
  try {
    const flags = ['--secure-port=0', `--data-dir=${join(dataDir, 'data')}`, '--log-level=error'];
    await runOnce([join(root, 'bin/orch.js'), 'up', ...flags]);
    await runOnce([join(root, 'bin/orchctl.js'), '--help']);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  for (const { file, programs } of bundles) {
    const isThere = existsSync(join(folder, `${file}.cache`));
    if (programs.length > 0 && !isThere) process.stderr.write(`bundle: no code cache for ${file}, it starts slower\n`);
  }
}

function runOnce(args) {
  return new Promise((done) => {
    const env = { ...process.env, ORCH_WRITE_CODE_CACHE: '1' };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const limit = setTimeout(() => child.kill('SIGKILL'), 20_000);
    child.stdout.on('data', (data) => {
      if (String(data).startsWith('ready ')) child.kill('SIGTERM');
    });
    child.on('close', () => {
      clearTimeout(limit);
      done();
    });
  });
}

/**
 * Escapes non-ASCII characters: one of them, in a comment or a regular expression, makes V8 store the whole source in
 * two bytes per character.
 */
function toAscii(code) {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return code.replace(/[\u0080-\uffff]/g, escaped);
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const index = {};
for (const bundle of bundles.filter(({ programs }) => programs.length > 0)) {
  const file = join(folder, bundle.file);
  await build({
    ...shared,
    ...(bundle.sources ? fromSources : {}),
    external: [...shared.external, ...(bundle.external ?? [])],
    // The function that bin/load.cjs calls: Node's own is put around a copy of the text.
    banner: { js: `(function (exports, require, module, __filename, __dirname) { ${shared.banner.js}` },
    footer: { js: '});' },
    stdin: { contents: entryOf(bundle), resolveDir: root, sourcefile: '<stdin>' },
    outfile: file,
  });
  writeFileSync(file, toAscii(withPlainFunctionNames(readFileSync(file, 'utf8'))));
  for (const name of bundle.programs) index[name] = bundle.file;
}
for (const { file, entry } of threads) {
  const contents = `require(${JSON.stringify(`./${entry}`)});`;
  const stdin = { contents, resolveDir: root, sourcefile: '<stdin>' };
  await build({ ...shared, ...fromSources, stdin, outfile: join(folder, file) });
}
writeFileSync(join(folder, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
await writeCodeCaches();
