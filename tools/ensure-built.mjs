// Before `npm start`: builds when an install without scripts left no build.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runStep } from './run-step.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
if (!existsSync(`${root}/dist/apps/orch/src/main.js`)) {
  if (!existsSync(`${root}/node_modules/@nestjs/cli`)) {
    process.stderr.write(
      'No build found, and no development dependencies to make one: run "npm ci" without --omit=dev.\n',
    );
    process.exit(1);
  }
  process.stderr.write('No build found: building.\n');
  runStep('The build', process.execPath, ['tools/build.mjs'], root);
}
