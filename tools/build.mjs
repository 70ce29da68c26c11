// `npm run build`: compiles all apps and libs, bundles the programs, then builds the page of the dashboard. Quiet: one line when it is done.
// With `--if-changed`, only when the last complete build was of other sources.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOfInputs, isBuiltFrom, recordInputs } from './build-inputs.mjs';
import { compressPage } from './compress-page.mjs';
import { runStep } from './run-step.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const began = performance.now();
const inputs = hashOfInputs(root);
if (process.argv.includes('--if-changed') && isBuiltFrom(root, inputs)) {
  process.stdout.write('built already\n');
  process.exit();
}
runStep('nest build', process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build', '--all'], root);
runStep('bundling', process.execPath, ['tools/bundle.mjs'], root);
runStep('listing own controllers', process.execPath, ['tools/own-programs.mjs'], root);
if (existsSync(join(root, 'apps/dashboard/vite.config.mts'))) {
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', 'apps/dashboard'];
  runStep('building the dashboard', process.execPath, vite, root);
  compressPage(join(root, 'dist/apps/dashboard'));
}
recordInputs(root, inputs);
process.stdout.write(`built in ${((performance.now() - began) / 1_000).toFixed(1)} s\n`);
