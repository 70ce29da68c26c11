// node tools/lint.mjs: all static checks, two at a time. Each prints its output when it ends; status 1 when one failed.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const bin = (name) => join(ROOT, 'node_modules/.bin', name);
const CONCURRENT = 2;

/** The longest first. */
const CHECKS = [
  [process.execPath, 'node_modules/ts7/bin/tsc', '--noEmit', '-p', 'tsconfig.json'],
  [process.execPath, 'node_modules/ts7/bin/tsc', '-p', 'apps/dashboard/tsconfig.json'],
  [bin('oxlint'), '--type-aware', 'apps', 'examples', 'libs', 'test'],
  [process.execPath, 'tools/regular-expressions.mjs'],
  [process.execPath, 'tools/dependencies.mjs'],
  [bin('knip')],
  [bin('oxfmt'), '--check', '.'],
  [process.execPath, 'tools/requirements.mjs', '--check'],
  [process.execPath, 'tools/references.mjs'],
  [process.execPath, 'tools/terms.mjs'],
];

const run = ([command, ...args]) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => (output += `${error.message}\n`));
    child.on('close', (code) => {
      process.stdout.write(output);
      if (code !== 0) process.exitCode = 1;
      resolve();
    });
  });

const queue = CHECKS.values();
await Promise.all(
  Array.from({ length: CONCURRENT }, async () => {
    for (const check of queue) await run(check);
  }),
);
