// After `nest build`: one file per program in dist/bundle, and V8's code cache beside it, so that programs start fast.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const bundleFolder = join(root, 'dist/bundle');

/** Programs whose sources hold no decorator that runs. See `launcherOptions`. */
const LAUNCHERS = new Set(['orch']);

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  keepNames: true, // Nest names providers after their classes
  sourcemap: 'linked',
  logLevel: 'error',
  // ESM packages ask for their own address; in one CommonJS file that is the bundle's.
  define: { 'import.meta.url': 'importMetaUrl' },
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
  external: [
    'lmdb', // loads its native part from its own folder
    '@lmdb/*',
    // Nest asks for these and goes on without them.
    '@nestjs/microservices',
    '@nestjs/websockets',
    '@nestjs/platform-express',
    '@fastify/view',
    '@fastify/multipart',
    '@fastify/static',
  ],
};

/** The compiled files: only swc writes the decorator metadata that Nest's injection reads. */
const programOptions = (name) => ({ ...shared, entryPoints: [join(root, 'dist/apps', name, 'src/main.js')] });

/**
 * The sources: a launcher takes little out of large libs (the flags of a server, not the server), and only ES modules can
 * be shaken. Our libs do nothing when they are loaded, so what is not used may go.
 */
const launcherOptions = (name) => ({
  ...shared,
  entryPoints: [join(root, 'apps', name, 'src/main.ts')],
  tsconfig: join(root, 'tsconfig.json'),
  plugins: [{ name: 'libs-without-side-effects', setup: markLibsPure }],
});

function markLibsPure(esbuild) {
  const asked = Symbol('asked');
  esbuild.onResolve({ filter: /^(\.|@orch\/)/ }, async (args) => {
    if (args.pluginData === asked || args.kind === 'entry-point') return undefined;
    const { importer, resolveDir, kind, path } = args;
    const found = await esbuild.resolve(path, { importer, resolveDir, kind, pluginData: asked });
    return found.errors.length > 0 ? found : { path: found.path, external: found.external, sideEffects: false };
  });
}

/**
 * Runs a bundle once and keeps what V8 compiled for it. A server is started whole, on a directory of its own, and stopped;
 * other programs show their help. A failure costs speed only, so it is told and does not fail the build.
 */
async function writeCodeCache(name) {
  const file = join(bundleFolder, `${name}.js`);
  const folder = mkdtempSync(join(tmpdir(), 'orch-warm-'));
  try {
    const args =
      name === 'apiserver'
        ? ['apiserver', '--secure-port=0', `--data-dir=${folder}`, '--log-level=error']
        : [name, '--help'];
    const bin = name === 'orchctl' ? 'bin/orchctl.js' : 'bin/orch.js';
    await runOnce([join(root, bin), ...(name === 'orchctl' || name === 'orch' ? ['--help'] : args)], file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (!existsSync(`${file}.cache`)) process.stderr.write(`bundle: no code cache for ${name}, it starts without\n`);
}

function runOnce(args, file) {
  return new Promise((done) => {
    const env = { ...process.env, ORCH_WRITE_CODE_CACHE: resolve(file) };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] });
    const limit = setTimeout(() => child.kill('SIGKILL'), 15_000);
    child.stdout.on('data', (data) => {
      if (String(data).startsWith('ready ')) child.kill('SIGTERM');
    });
    child.on('close', () => {
      clearTimeout(limit);
      done();
    });
  });
}

// An app that is not written yet has no main file; the others do not wait for it.
const appsFolder = join(root, 'dist/apps');
const names = existsSync(appsFolder)
  ? readdirSync(appsFolder).filter((name) => existsSync(join(appsFolder, name, 'src/main.js')))
  : [];
rmSync(bundleFolder, { recursive: true, force: true });
for (const name of names) {
  const options = LAUNCHERS.has(name) ? launcherOptions(name) : programOptions(name);
  await build({ ...options, outfile: join(bundleFolder, `${name}.js`) });
}
for (const name of names) await writeCodeCache(name);
