// `npm run build`: compiles all apps and libs, then bundles the programs. Quiet: one line when it is done.
import { fileURLToPath } from 'node:url';
import { runStep } from './run-step.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const began = performance.now();
runStep('nest build', process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build', '--all'], root);
runStep('bundling', process.execPath, ['tools/bundle.mjs'], root);
runStep('listing own controllers', process.execPath, ['tools/own-programs.mjs'], root);
process.stdout.write(`built in ${((performance.now() - began) / 1_000).toFixed(1)} s\n`);
